import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { addProofCommand } from '../consent/contact-proof.js'
import { exportContacts } from '../contact-imports/export-contacts.js'
import { importContacts } from '../contact-imports/import-contacts.js'
import { eraseContact } from '../erasure/erase-contact.js'

export function addContactCommands(program: Command, shell: Shell): void {
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

const IMPORT_NOTES = `
Columns: phoneNumber firstName lastName email birthDate gender street city state postalCode country isFavorite,
and the labels of custom fields; custom:City is the custom field City where City alone is another column. Between
several options stands |, and \\| is one that belongs to an option. An empty cell leaves what is there. Rows that are
not taken are written with line and reason to a file of their own; the exit code is 0 when the whole file was worked
through.
`

const ERASE_NOTES = `
Contact, texts, events and links of the number go. Messages without number and text stay, and so do counts, credits, and
the entries of the consent log under a keyed hash. An opt-out stays: should the number come back, it has opted out.
Backups and receivers of webhooks keep copies of their own. While a text is on its way to the number this waits for it,
up to a minute; done again it finishes what was left.
`
