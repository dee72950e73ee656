import { ACCOUNT_ROLES, type AccountRole } from '@carillon/core'
import { Option, type Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { disableUser, inviteUser, listUsers, resetUser } from './users.js'

type InviteOptions = {
  readonly name?: string
  readonly owner: boolean
  readonly account?: string
  readonly role?: AccountRole
}

export function addUserCommands(program: Command, shell: Shell): void {
  const users = program.command('users').description('Invite people to the dashboard, and manage them')
  users
    .command('list')
    .description('List the users with their roles')
    .option('--json', 'print JSON', false)
    .addHelpText('after', examples('carillon users list', 'carillon users list --json'))
    .action((options: { json: boolean }) => listUsers(options, shell))
  const invite = users
    .command('invite')
    .description('Add a user, and print the link with which the person chooses a password')
    .argument('<email>', 'the e-mail address of the person')
    .option('--name <name>', 'the name of the person')
    .option('--owner', 'may do everything, in every account and in the service', false)
    .option('--account <name>', 'the account that the person works in')
    .addOption(new Option('--role <role>', 'what the person may do in the account').choices(ACCOUNT_ROLES))
    .addHelpText(
      'after',
      examples(
        'carillon users invite ann@example.com --owner',
        'carillon users invite bob@example.com --account Acme --role sender',
      ),
    )
    .action((email: string, { account, role, ...options }: InviteOptions) => {
      if ((account === undefined) !== (role === undefined)) invite.error('error: --account and --role go together')
      if (account === undefined && !options.owner) invite.error('error: --owner, or --account and --role are required')
      const grant = account === undefined || role === undefined ? null : { account, role }
      return inviteUser({ email, grant, ...options }, shell)
    })
  users
    .command('reset')
    .description('Print a link for a new password, or for an invitation that has expired')
    .argument('<email>', 'the e-mail address of the user')
    .addHelpText('after', examples('carillon users reset ann@example.com'))
    .action((email: string) => resetUser({ email }, shell))
  users
    .command('disable')
    .description('End all sessions of a user, who cannot sign in any more')
    .argument('<email>', 'the e-mail address of the user')
    .option('--undo', 'let the user sign in again', false)
    .addHelpText(
      'after',
      examples('carillon users disable bob@example.com', 'carillon users disable bob@example.com --undo'),
    )
    .action((email: string, { undo }: { undo: boolean }) => disableUser({ email, isDisabled: !undo }, shell))
}
