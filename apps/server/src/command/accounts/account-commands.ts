import { InvalidArgumentError, type Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { apply, type ApplyOptions } from '../declarations/apply.js'
import { listAccounts } from './accounts.js'
import { grantCredits } from './credits.js'
import { createKey, revokeKey } from './keys.js'

export function addAccountCommands(program: Command, shell: Shell): void {
  program
    .command('apply')
    .description('Create or change an account as declared in a file; repeating it changes nothing')
    .argument('<file>', 'YAML or JSON')
    .option('--json', 'print only the state of the account, as JSON', false)
    .option('--prune', 'remove what the file does not contain', false)
    .option('--dry-run', 'print what would change, and change nothing', false)
    .addHelpText(
      'after',
      examples(
        'carillon apply acme.yaml --prune --dry-run',
        'carillon apply acme.yaml',
        'carillon apply acme.yaml --prune --json > state.json',
      ),
    )
    .action((file: string, options: Omit<ApplyOptions, 'file'>) => apply({ file, ...options }, shell))

  const accounts = program.command('accounts').description('Show the accounts of the service')
  accounts
    .command('list')
    .option('--json', 'print JSON', false)
    .addHelpText('after', examples('carillon accounts list'))
    .action((options: { json: boolean }) => listAccounts(options, shell))

  const keys = program.command('keys').description('Create and revoke API keys')
  keys
    .command('create')
    .argument('<account>', 'the name of the account')
    .option('--id <id>', 'the id of the key (default: random)')
    .addHelpText('after', examples('carillon keys create Acme', 'carillon keys create Acme --id key_shop'))
    .action((account: string, options: { id?: string }) => createKey({ account, ...options }, shell))
  keys
    .command('revoke')
    .argument('<account>', 'the name of the account')
    .argument('<id>', 'the id of the key')
    .addHelpText('after', examples('carillon keys revoke Acme key_shop'))
    .action((account: string, id: string) => revokeKey({ account, id }, shell))

  const credits = program.command('credits').description('Grant credits')
  credits
    .command('grant')
    .argument('<account>', 'the name of the account')
    .option('--sms <n>', 'the number of SMS credits', wholeNumber, 0)
    .option('--mms <n>', 'the number of MMS credits', wholeNumber, 0)
    .addHelpText('after', examples('carillon credits grant Acme --sms 10000 --mms 500'))
    .action((account: string, amounts: { sms: number; mms: number }) => {
      if (amounts.sms + amounts.mms === 0) credits.error('error: --sms, --mms or both are required')
      return grantCredits({ account, ...amounts }, shell)
    })
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or greater.')
  return Number(text)
}
