import { InvalidArgumentError, type Command } from 'commander'
import { WORKERS_EXPECTED, WORKERS_MAX, workersOf } from '../../settings/config.js'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'

/** The commands that are not clients of a running server. Each imports its modules only when it runs. */
export function addServerCommands(program: Command, shell: Shell): void {
  program
    .command('start')
    .description('Run the server, with a database of its own unless DATABASE_URL names one')
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
    .description('Do jobs without serving requests: more of them, on this machine or on others, than its servers have')
    .addHelpText(
      'after',
      `${WORKER_NOTES}${examples(WORKER_ELSEWHERE, `CARILLON_METRICS_PORT=9464 ${WORKER_ELSEWHERE}`)}`,
    )
    .action(async () => (await import('../../worker/run-worker.js')).runWorker(shell))
  program
    .command('migrate')
    .description('Bring the database up to this version, and end; start does so too')
    .addHelpText('after', examples('DATABASE_URL=postgresql://db/carillon carillon migrate'))
    .action(async () => (await import('../../composition/migrate.js')).migrate(shell))
  addBackupCommands(program, shell)
}

function addBackupCommands(program: Command, shell: Shell): void {
  program
    .command('backup')
    .description('Write all of the embedded database to a file, while a server uses it or while none does')
    .argument('<file>', 'what to write; it has the secrets of the service in it, so keep it like one')
    .option('--force', 'replace a file that is there', false)
    .addHelpText('after', `${BACKUP_NOTES}${examples('carillon backup monday.backup')}`)
    .action(async (file: string, options: { force: boolean }) =>
      (await import('../../backup/back-up.js')).backUp({ file, ...options }, shell),
    )
  program
    .command('restore')
    .description('Make an embedded database of a backup, in a data folder that has none')
    .argument('<file>', 'what carillon backup has written')
    .addHelpText('after', `${RESTORE_NOTES}${examples('CARILLON_DATA_DIR=./restored carillon restore monday.backup')}`)
    .action(async (file: string) => (await import('../../backup/restore.js')).restore({ file }, shell))
}

const WORKERS = `how many do jobs, such as sending a broadcast: 0 for nobody here, 1 for the server itself, \
or 2 to ${WORKERS_MAX} processes beside it (CARILLON_WORKERS, or 1)`
const START_NOTES = `
Texts go to simulated phones, unless CARILLON_PROVIDER names an ES module that sends them, by its path or as a package:
docs/guides/write-an-sms-provider.md tells how to write one. A worker needs the same.
`
const START_ELSEWHERE = 'PORT=9000 DATABASE_URL=postgresql://db/carillon carillon start'
const START_SENDING = 'CARILLON_PROVIDER=./provider.js carillon start'

const WORKER_ELSEWHERE = 'DATABASE_URL=postgresql://db/carillon CARILLON_SECRET=… carillon worker'
const WORKER_NOTES = `
It listens nowhere unless CARILLON_METRICS_PORT is set: then it answers /metrics, /healthz and /readyz there, on HOST.
`

const BACKUP_NOTES = `
It is all that one instant has seen, and nobody waits for it. Who has the file can use the API keys' secret and the admin
token in it: only its owner may read it. A CARILLON_SECRET or CARILLON_ADMIN_TOKEN that is set is not in it.
`

const RESTORE_NOTES = `
The file is checked as a whole first, and the folder has all of it in the end, or nothing. What came after the backup is
not known to it, opt-outs and sent messages too: docs/backup.md says what to do before a server is started on it.
`

function workerCount(text: string): string {
  if (workersOf(text) === undefined) throw new InvalidArgumentError(`It must be ${WORKERS_EXPECTED}.`)
  return text
}
