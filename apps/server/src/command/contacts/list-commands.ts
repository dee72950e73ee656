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
    .description('Show the lists of an account, newest first (default command)')
    .requiredOption('--account <name>', 'the account of the lists')
    .option('--json', 'print JSON', false)
    .addHelpText('after', examples('carillon lists list --account Acme', 'carillon lists --account Acme --json'))
    .action((options: { account: string; json: boolean }) => listContactLists(options, shell))
  lists
    .command('save')
    .description('Create a list of contacts, or add to it; repeating it changes nothing')
    .argument('<file>', 'phone numbers of contacts, one per line')
    .requiredOption('--account <name>', 'the account of the contacts')
    .requiredOption('--name <list>', 'the name of the list')
    .option('--rejected <file>', 'where to write the rejected rows (default: <file>.rejected.csv)')
    .addHelpText(
      'after',
      `${LIST_NOTES}${examples('carillon lists save numbers.txt --account Acme --name "New customers"')}`,
    )
    .action((file: string, options: { account: string; name: string; rejected?: string }) =>
      saveContactList({ file, rejected: `${file}.rejected.csv`, ...options }, shell),
    )
}

const LIST_NOTES = `
Contacts are never removed from a list. Invalid phone numbers and numbers without a contact are written to a separate
file, each with its line number and reason; the exit code is 0 if the whole file was processed.
`
