import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { explainText, listUnmatched } from './keywords.js'

export function addKeywordCommands(program: Command, shell: Shell): void {
  const keywords = program.command('keywords').description('Show which texts from phones are taken as STOP')
  keywords
    .command('explain')
    .description('Show what a text from a phone would do, and which rule decides')
    .argument('<text>', 'the whole text, at most 1,600 characters')
    .option('--json', 'print JSON', false)
    .addHelpText('after', examples('carillon keywords explain "Please stop texting me"'))
    .action((text: string, options: { json: boolean }) => explainText({ text, ...options }, shell))
  keywords
    .command('unmatched')
    .description('List the texts that are not taken as STOP, and that may ask to opt out, newest first')
    .requiredOption('--account <name>', 'the account that got the texts')
    .option('--json', 'print JSON', false)
    .addHelpText('after', examples('carillon keywords unmatched --account Acme'))
    .action((options: { account: string; json: boolean }) => listUnmatched(options, shell))
}
