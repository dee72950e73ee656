import type { CarillonAdmin, Schema } from '@carillon/client'
import type { AccountRole } from '@carillon/core'
import { readClientConfig } from '../../settings/config.js'
import { UserError } from '../../settings/user-error.js'
import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'

export async function listUsers({ json }: { readonly json: boolean }, shell: Shell): Promise<void> {
  const [users, accounts] = await withAdmin(shell, async (admin) => {
    const all: Schema<'User'>[] = []
    for await (const user of admin.users.list({ limit: 100 })) all.push(user)
    return [all, (await admin.accounts.list()).results] as const
  })
  shell.stdout.write(json ? asJson(users) : listed(users, accounts))
}

function listed(users: readonly Schema<'User'>[], accounts: readonly Schema<'Account'>[]): string {
  if (users.length === 0) return 'There is no user yet: carillon users invite adds one\n'
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const rolesOf = ({ isOwner, roles }: Schema<'User'>) => [
    ...(isOwner ? ['owner'] : []),
    ...roles.map(({ account, role }) => `${role} of ${names.get(account) ?? account}`),
  ]
  const rows = users.map((user) => [
    user.email,
    user.name,
    user.status,
    rolesOf(user).join(', ') || '-',
    clockOf(user.createdAt),
  ])
  return tableOf([['EMAIL', 'NAME', 'STATUS', 'ROLES', 'CREATED'], ...rows])
}

export type InviteOptions = {
  readonly email: string
  readonly name?: string
  readonly owner: boolean
  /** The account by its name. */
  readonly grant: { readonly account: string; readonly role: AccountRole } | null
}

export async function inviteUser({ email, name, owner, grant }: InviteOptions, shell: Shell): Promise<void> {
  const { link } = await withAdmin(shell, async (admin) => {
    const roles = grant === null ? [] : [{ account: await accountIdOf(admin, grant.account), role: grant.role }]
    return admin.users.invite({ email, isOwner: owner, roles, ...(name === undefined ? {} : { name }) })
  })
  show(link, shell)
}

export async function resetUser({ email }: { readonly email: string }, shell: Shell): Promise<void> {
  const { link } = await withAdmin(shell, (admin) => admin.users.reset(email))
  show(link, shell)
}

export type DisableOptions = { readonly email: string; readonly isDisabled: boolean }

export async function disableUser({ email, isDisabled }: DisableOptions, shell: Shell): Promise<void> {
  const user = await withAdmin(shell, (admin) => admin.users.change(email, { isDisabled }))
  shell.stdout.write(isDisabled ? `${user.email} cannot sign in any more\n` : `${user.email} can sign in again\n`)
}

async function accountIdOf(admin: CarillonAdmin, name: string): Promise<string> {
  const { results } = await admin.accounts.list()
  const found = results.find((account) => account.name === name)
  if (found === undefined) throw new UserError(`No account is named ${JSON.stringify(name)}`)
  return found.id
}

/** Only the link is on stdout, so that a script can pass it on. */
function show({ path, expiresAt }: Schema<'InvitedUser'>['link'], { env, stdout, stderr }: Shell): void {
  stdout.write(`${readClientConfig(env).url}${path}\n`)
  stderr.write(
    `The link works once, until ${clockOf(expiresAt)}. Whoever has it chooses the password: give it only to this person\n`,
  )
}
