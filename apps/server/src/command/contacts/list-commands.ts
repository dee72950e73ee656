import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { listContactLists } from './contact-lists.js'
import { saveContactList } from './save-contact-list.js'

export function addListCommands(program: Command, shell: Shell): void {
  const lists = program
    .command('lists')
    .description('Save and show lists of contacts, which schedules can send to')
    .addHelpText('after', examples('carillon lists --account Acme'))
  lists
    .command('list', { isDefault: true })
    .description('Show the lists of an account, the newest first; lists alone does so too')
    .requiredOption('--account <name>', 'the account that the lists are of')
    .option('--json', 'as JSON', false)
    .addHelpText('after', examples('carillon lists list --account Acme', 'carillon lists --account Acme --json'))
    .action((options: { account: string; json: boolean }) => listContactLists(options, shell))
  lists
    .command('save')
    .description('Make a list of contacts, or add to it; doing it again changes nothing')
    .argument('<file>', 'phone numbers of contacts, one a line')
    .requiredOption('--account <name>', 'the account that the contacts are of')
    .requiredOption('--name <list>', 'what the list is called')
    .option('--rejected <file>', 'where to write the rows that are not taken (default: <file>.rejected.csv)')
    .addHelpText(
      'after',
      `${LIST_NOTES}${examples('carillon lists save numbers.txt --account Acme --name "New customers"')}`,
    )
    .action((file: string, options: { account: string; name: string; rejected?: string }) =>
      saveContactList({ file, rejected: `${file}.rejected.csv`, ...options }, shell),
    )
}

const LIST_NOTES = `
Nobody is taken off a list. Numbers that no contact has are written with line and reason to a file of their own, and so
is what is no phone number; the exit code is 0 when the whole file was worked through.
`
