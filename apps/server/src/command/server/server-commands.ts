import { InvalidArgumentError, type Command } from 'commander'
import { WORKERS_EXPECTED, WORKERS_MAX, workersOf } from '../../settings/config.js'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'

/** The commands that are not clients of a running server. Each imports its modules only when it runs. */
export function addServerCommands(program: Command, shell: Shell): void {
  program
    .command('start')
    .description('Run the server, with an embedded database unless DATABASE_URL is set')
    .option('--workers <n>', WORKERS, workerCount)
    .addHelpText(
      'after',
      `${START_NOTES}${examples('carillon start', 'carillon start --workers 4', START_ELSEWHERE, START_SENDING)}`,
    )
    .action(async ({ workers }: { workers?: string }) => {
      const env = workers === undefined ? shell.env : { ...shell.env, CARILLON_WORKERS: workers }
      return (await import('../../start/start.js')).start({ ...shell, env })
    })
  program
    .command('worker')
    .description('Run jobs without serving requests, to add workers on this machine or on others')
    .addHelpText(
      'after',
      `${WORKER_NOTES}${examples(WORKER_ELSEWHERE, `CARILLON_METRICS_PORT=9464 ${WORKER_ELSEWHERE}`)}`,
    )
    .action(async () => (await import('../../worker/run-worker.js')).runWorker(shell))
  program
    .command('migrate')
    .description('Migrate the database to this version, and exit; carillon start also migrates it')
    .addHelpText('after', examples('DATABASE_URL=postgresql://db/carillon carillon migrate'))
    .action(async () => (await import('../../composition/migrate.js')).migrate(shell))
  program
    .command('distribute')
    .description('Distribute the database over the nodes of its Citus cluster; servers may run meanwhile')
    .option('--shards <n>', SHARDS, shardCount, SHARDS_DEFAULT)
    .option('--dry-run', 'only say what would be done', false)
    .addHelpText('after', `${DISTRIBUTE_NOTES}${examples(DISTRIBUTE_TRIAL, DISTRIBUTE_ALL)}`)
    .action(async (options: { shards: number; dryRun: boolean }) =>
      (await import('../../composition/distribute.js')).distribute(options, shell),
    )
  addBackupCommands(program, shell)
}

function addBackupCommands(program: Command, shell: Shell): void {
  program
    .command('backup')
    .description('Write the embedded database to a file, whether or not a server is running')
    .argument('<file>', 'the file to write; it contains the secrets of the service, so protect it')
    .option('--force', 'replace an existing file', false)
    .addHelpText('after', `${BACKUP_NOTES}${examples('carillon backup monday.backup')}`)
    .action(async (file: string, options: { force: boolean }) =>
      (await import('../../backup/back-up.js')).backUp({ file, ...options }, shell),
    )
  program
    .command('restore')
    .description('Restore a backup into a data folder without a database')
    .argument('<file>', 'a file written by carillon backup')
    .addHelpText('after', `${RESTORE_NOTES}${examples('CARILLON_DATA_DIR=./restored carillon restore monday.backup')}`)
    .action(async (file: string) => (await import('../../backup/restore.js')).restore({ file }, shell))
}

const WORKERS = `the number of workers that run jobs, such as sending a broadcast: 0 for none, 1 for the server itself, \
or 2 to ${WORKERS_MAX} for separate processes (default: CARILLON_WORKERS, or 1)`
const START_NOTES = `
Texts go to simulated phones, unless CARILLON_CARRIERS is the path of a file of carriers, see
docs/operations/carrier-settings.md, or CARILLON_PROVIDER is the path or the package name of an ES module that sends them,
see docs/guides/write-an-sms-provider.md. Workers need the same setting.
`
const START_ELSEWHERE = 'PORT=9000 DATABASE_URL=postgresql://db/carillon carillon start'
const START_SENDING = 'CARILLON_CARRIERS=./carriers.yaml carillon start'

const WORKER_ELSEWHERE = 'DATABASE_URL=postgresql://db/carillon CARILLON_SECRET=… carillon worker'
const WORKER_NOTES = `
A worker opens no port unless CARILLON_METRICS_PORT is set: it then serves /metrics, /healthz and /readyz there, on HOST.
`

const SHARDS_DEFAULT = 32
const SHARDS_MAX = 1_024
const SHARDS = `the number of parts of each table, which are placed on the nodes: at least a few for each node that there \
may ever be, 1 to ${SHARDS_MAX}`
const DISTRIBUTE_TRIAL = 'DATABASE_URL=postgresql://coordinator/carillon carillon distribute --dry-run'
const DISTRIBUTE_ALL = 'DATABASE_URL=postgresql://coordinator/carillon carillon distribute --shards 64'
const DISTRIBUTE_NOTES = `
All rows of an account are on one node. The database may be empty or filled: writes wait while its rows are copied. After
a failure or a crash, run the command again. See docs/operations/citus.md.
`

const BACKUP_NOTES = `
The backup is a consistent snapshot, and does not block the server. The file contains the data folder's secret and admin
token, so only its owner may read it. It does not contain CARILLON_SECRET or CARILLON_ADMIN_TOKEN if they are set.
`

const RESTORE_NOTES = `
The whole file is checked first, and either all of it is restored, or nothing. The restored database lacks everything
after the backup, including opt-outs and sent messages: see docs/backup.md for what to do before starting a server.
`

function shardCount(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= SHARDS_MAX) return count
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${SHARDS_MAX}.`)
}

function workerCount(text: string): string {
  if (workersOf(text) === undefined) throw new InvalidArgumentError(`It must be ${WORKERS_EXPECTED}.`)
  return text
}
