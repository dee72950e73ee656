import { Command, InvalidArgumentError } from 'commander'
import { WORKERS_EXPECTED, WORKERS_MAX, workersOf } from '../config.js'
import { listAccounts } from './accounts.js'
import { apply } from './apply.js'
import { addProofCommand } from './contact-proof.js'
import { grantCredits } from './credits.js'
import { eraseContact } from './erase-contact.js'
import { examples } from './examples.js'
import { exportContacts } from './export-contacts.js'
import { importContacts } from './import-contacts.js'
import { listDeadJobs, retryJob } from './jobs.js'
import { createKey, revokeKey } from './keys.js'
import { addLinkCommands } from './link-commands.js'
import { addListCommands } from './list-commands.js'
import { addScheduleCommands } from './schedule-commands.js'
import type { Shell } from './shell.js'
import { watchBroadcast } from './watch-broadcast.js'
import { addWebhookCommands } from './webhook-commands.js'

/** What one can say to `carillon`. Everything but `start`, `worker`, `migrate`, `backup` and `restore` is a client of a running server. */
export function createProgram(shell: Shell): Command {
  const program = new Command('carillon')
    .description('A messaging service: contacts, groups, consent, and texts that are sent exactly once')
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void shell.stderr.write(text),
    })
    .showHelpAfterError('(add --help for what can be said)')
    .addHelpText('after', SETTINGS)
  addServerCommands(program, shell)
  addAccountCommands(program, shell)
  addContactCommands(program, shell)
  addListCommands(program, shell)
  addBroadcastCommands(program, shell)
  addScheduleCommands(program, shell)
  addLinkCommands(program, shell)
  addWebhookCommands(program, shell)
  addJobCommands(program, shell)
  return program
}

function addServerCommands(program: Command, shell: Shell): void {
  program
    .command('start')
    .description('Run the server, with a database of its own unless DATABASE_URL names one')
    .option('--workers <n>', WORKERS, workerCount)
    .addHelpText('after', examples('carillon start', 'carillon start --workers 4', START_ELSEWHERE))
    .action(async ({ workers }: { workers?: string }) => {
      const env = workers === undefined ? shell.env : { ...shell.env, CARILLON_WORKERS: workers }
      return (await import('../start.js')).start({ ...shell, env })
    })
  program
    .command('worker')
    .description('Do jobs without serving requests: more of them, on this machine or on others, than its servers have')
    .addHelpText('after', examples('DATABASE_URL=postgresql://db/carillon CARILLON_SECRET=… carillon worker'))
    .action(async () => (await import('../run-worker.js')).runWorker(shell))
  program
    .command('migrate')
    .description('Bring the database up to this version, and end; start does so too')
    .addHelpText('after', examples('DATABASE_URL=postgresql://db/carillon carillon migrate'))
    .action(async () => (await import('../migrate.js')).migrate(shell))
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
      (await import('../backup/back-up.js')).backUp({ file, ...options }, shell),
    )
  program
    .command('restore')
    .description('Make an embedded database of a backup, in a data folder that has none')
    .argument('<file>', 'what carillon backup has written')
    .addHelpText('after', `${RESTORE_NOTES}${examples('CARILLON_DATA_DIR=./restored carillon restore monday.backup')}`)
    .action(async (file: string) => (await import('../backup/restore.js')).restore({ file }, shell))
}

function addAccountCommands(program: Command, shell: Shell): void {
  program
    .command('apply')
    .description('Make an account what a file says; doing it again changes nothing')
    .argument('<file>', 'YAML or JSON')
    .option('--json', 'print the state of the account as JSON, and nothing else', false)
    .option('--prune', 'remove what the file leaves out', false)
    .addHelpText('after', examples('carillon apply acme.yaml', 'carillon apply acme.yaml --prune --json > state.json'))
    .action((file: string, options: { json: boolean; prune: boolean }) => apply({ file, ...options }, shell))

  const accounts = program.command('accounts').description('Look at the accounts of the service')
  accounts
    .command('list')
    .option('--json', 'as JSON', false)
    .addHelpText('after', examples('carillon accounts list'))
    .action((options: { json: boolean }) => listAccounts(options, shell))

  const keys = program.command('keys').description('Create and revoke API keys')
  keys
    .command('create')
    .argument('<account>', 'its name')
    .option('--id <id>', 'what to call the key; a random id otherwise')
    .addHelpText('after', examples('carillon keys create Acme', 'carillon keys create Acme --id key_shop'))
    .action((account: string, options: { id?: string }) => createKey({ account, ...options }, shell))
  keys
    .command('revoke')
    .argument('<account>', 'its name')
    .argument('<id>', 'the id of the key')
    .addHelpText('after', examples('carillon keys revoke Acme key_shop'))
    .action((account: string, id: string) => revokeKey({ account, id }, shell))

  const credits = program.command('credits').description('Grant credits')
  credits
    .command('grant')
    .argument('<account>', 'its name')
    .option('--sms <n>', 'how many SMS credits', wholeNumber, 0)
    .option('--mms <n>', 'how many MMS credits', wholeNumber, 0)
    .addHelpText('after', examples('carillon credits grant Acme --sms 10000 --mms 500'))
    .action((account: string, amounts: { sms: number; mms: number }) => {
      if (amounts.sms + amounts.mms === 0) credits.error('error: say how many, with --sms, --mms or both')
      return grantCredits({ account, ...amounts }, shell)
    })
}

function addContactCommands(program: Command, shell: Shell): void {
  const contacts = program.command('contacts').description('Move contacts in and out as CSV files, and erase them')
  contacts
    .command('import')
    .description('Create or update contacts and enrol them in a group; doing it again changes nothing')
    .argument('<file>', 'CSV with a header; phoneNumber is the one column that must be there')
    .requiredOption('--account <name>', 'the account that the contacts are for')
    .requiredOption('--group <name>', 'the group that they join, without a message to them')
    .option('--rejected <file>', 'where to write the rows that are not taken (default: <file>.rejected.csv)')
    .addHelpText(
      'after',
      `${IMPORT_NOTES}${examples('carillon contacts import people.csv --account Acme --group VIP')}`,
    )
    .action((file: string, options: { account: string; group: string; rejected?: string }) =>
      importContacts({ file, rejected: `${file}.rejected.csv`, ...options }, shell),
    )
  contacts
    .command('export')
    .description('Write all contacts of an account as CSV')
    .requiredOption('--account <name>', 'the account whose contacts to write')
    .option('--out <file>', 'where to; the standard output otherwise')
    .addHelpText('after', examples('carillon contacts export --account Acme --out people.csv'))
    .action((options: { account: string; out?: string }) => exportContacts(options, shell))
  addProofCommand(contacts, shell)
  contacts
    .command('erase')
    .description('Take away what is known of a number, for good')
    .argument('<phoneNumber>', 'in E.164 form')
    .requiredOption('--account <name>', 'the account that knows it')
    .option('--yes', 'do not ask', false)
    .option('--json', 'as JSON', false)
    .addHelpText('after', `${ERASE_NOTES}${examples('carillon contacts erase +12025550123 --account Acme')}`)
    .action((phone: string, options: { account: string; yes: boolean; json: boolean }) =>
      eraseContact({ phone, ...options }, shell),
    )
}

function addBroadcastCommands(program: Command, shell: Shell): void {
  const broadcast = program.command('broadcast').description('Follow broadcasts and batches')
  broadcast
    .command('watch')
    .description('Show how a broadcast or batch goes until it has ended; Ctrl-C leaves it running')
    .argument('<id>', 'its id, as in the answer to the request that sent it')
    .option('--json', 'one JSON object for each change, and nothing else', false)
    .addHelpText('after', `${WATCH_NOTES}${examples('carillon broadcast watch brc_01kjmma2g0007vq7wrdymx37zc')}`)
    .action((id: string, options: { json: boolean }) => watchBroadcast({ id, ...options }, shell))
}

function addJobCommands(program: Command, shell: Shell): void {
  const jobs = program.command('jobs').description('Look at jobs that failed too often, and have them tried again')
  jobs
    .command('dead')
    .description('List what is not tried again by itself, the newest first')
    .requiredOption('--account <name>', 'the account that the jobs are of')
    .option('--json', 'as JSON', false)
    .addHelpText('after', examples('carillon jobs dead --account Acme', 'carillon jobs dead --account Acme --json'))
    .action((options: { account: string; json: boolean }) => listDeadJobs(options, shell))
  jobs
    .command('retry')
    .description('Try a dead job again, at once')
    .argument('<id>', 'its id, as in the list')
    .requiredOption('--account <name>', 'the account that the job is of')
    .addHelpText('after', examples('carillon jobs retry job_01kjm3y0q0d5w2h7n4c6e8rtvx --account Acme'))
    .action((id: string, options: { account: string }) => retryJob({ id, ...options }, shell))
}

const WORKERS = `how many do jobs, such as sending a broadcast: 0 for nobody here, 1 for the server itself, \
or 2 to ${WORKERS_MAX} processes beside it (CARILLON_WORKERS, or 1)`
const START_ELSEWHERE = 'PORT=9000 DATABASE_URL=postgresql://db/carillon carillon start'

const SETTINGS = `
Settings come from the environment:
  CARILLON_URL          the server to speak to (http://127.0.0.1:8080)
  CARILLON_ADMIN_TOKEN  how to be let in (the file admin-token in the data folder)
  CARILLON_DATA_DIR     the data folder (./.carillon)

Try it out:
  $ carillon start`

const IMPORT_NOTES = `
Columns: phoneNumber firstName lastName email birthDate gender street city state postalCode country isFavorite,
and the labels of custom fields; custom:City is the custom field City where City alone is another column. Between
several options stands |, and \\| is one that belongs to an option. An empty cell leaves what is there. Rows that are
not taken are written with line and reason to a file of their own; the exit code is 0 when the whole file was worked
through.
`

const BACKUP_NOTES = `
It is all that one instant has seen, and nobody waits for it. Who has the file can use the API keys' secret and the admin
token in it: only its owner may read it. A CARILLON_SECRET or CARILLON_ADMIN_TOKEN that is set is not in it.
`

const RESTORE_NOTES = `
The file is checked as a whole first, and the folder has all of it in the end, or nothing. What came after the backup is
not known to it, opt-outs and sent messages too: docs/backup.md says what to do before a server is started on it.
`

const ERASE_NOTES = `
Contact, texts, events and links of the number go. Messages without number and text stay, and so do counts, credits, and
the entries of the consent log under a keyed hash. An opt-out stays: should the number come back, it has opted out.
Backups and receivers of webhooks keep copies of their own. While a text is on its way to the number this waits for it,
up to a minute; done again it finishes what was left.
`

const WATCH_NOTES = `
The exit code is 0 when it is completed or was canceled, and 1 when none of its messages was sent, or when this ended
before it did.
`

function workerCount(text: string): string {
  if (workersOf(text) === undefined) throw new InvalidArgumentError(`It must be ${WORKERS_EXPECTED}.`)
  return text
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.')
  return Number(text)
}
