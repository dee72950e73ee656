import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { addProofCommand } from '../consent/contact-proof.js'
import { exportContacts, FILTER_EXAMPLE } from '../contact-imports/export-contacts.js'
import { importContacts } from '../contact-imports/import-contacts.js'
import { eraseContact } from '../erasure/erase-contact.js'

export function addContactCommands(program: Command, shell: Shell): void {
  const contacts = program.command('contacts').description('Import and export contacts as CSV files, and erase them')
  contacts
    .command('import')
    .description('Create or update contacts and enrol them in a group; repeating it changes nothing')
    .argument('<file>', 'CSV with a header; only the column phoneNumber is required')
    .requiredOption('--account <name>', 'the account of the contacts')
    .requiredOption('--group <name>', 'the group to enrol them in; no message is sent')
    .option('--rejected <file>', 'where to write the rejected rows (default: <file>.rejected.csv)')
    .addHelpText(
      'after',
      `${IMPORT_NOTES}${examples('carillon contacts import people.csv --account Acme --group VIP')}`,
    )
    .action((file: string, options: { account: string; group: string; rejected?: string }) =>
      importContacts({ file, rejected: `${file}.rejected.csv`, ...options }, shell),
    )
  contacts
    .command('export')
    .description('Write the contacts of an account as CSV')
    .requiredOption('--account <name>', 'the account of the contacts')
    .option('--out <file>', 'the file to write (default: standard output)')
    .option('--spreadsheet', 'mark values that a spreadsheet program would read as formulas; not for imports', false)
    .option('--filter <json>', 'write only the contacts that this filter finds')
    .addHelpText(
      'after',
      examples(
        'carillon contacts export --account Acme --out people.csv',
        `carillon contacts export --account Acme --filter '${FILTER_EXAMPLE}'`,
      ),
    )
    .action((options: { account: string; out?: string; spreadsheet: boolean; filter?: string }) =>
      exportContacts(options, shell),
    )
  addProofCommand(contacts, shell)
  contacts
    .command('erase')
    .description('Erase all data of a number permanently')
    .argument('<phoneNumber>', 'the number in E.164 form')
    .requiredOption('--account <name>', 'the account to erase it from')
    .option('--yes', 'do not ask for confirmation', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', `${ERASE_NOTES}${examples('carillon contacts erase +12025550123 --account Acme')}`)
    .action((phone: string, options: { account: string; yes: boolean; json: boolean }) =>
      eraseContact({ phone, ...options }, shell),
    )
}

const IMPORT_NOTES = `
Columns: phoneNumber firstName lastName email birthDate gender street city state postalCode country isFavorite,
and the labels of custom fields. Use custom:City for a custom field City, because City is also a column. Separate
several options with |, and write \\| for a | within an option. An empty cell changes nothing. A separate file
lists the line number and reason of each rejected row; the exit code is 0 if the whole file was processed.
`

const ERASE_NOTES = `
Removes the contact, texts, events and links of the number. Keeps counts, credits, messages without number and text,
and the entries of the consent log under a keyed hash. Keeps an opt-out: the number is still opted out if it is added
again. Backups and webhook receivers keep their own copies. While a text to the number is being sent, the command waits
for up to a minute; running it again erases the rest.
`
