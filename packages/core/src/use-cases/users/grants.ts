import { GRANTS_MAX, type AccountGrant } from '../../model/users/role.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { invalidInput } from '../../values/errors.js'

/** The roles sorted by account. Throws if an account is repeated or does not exist. */
export async function checkedGrants(
  { accounts }: Pick<Stores, 'accounts'>,
  roles: readonly AccountGrant[],
): Promise<readonly AccountGrant[]> {
  if (roles.length > GRANTS_MAX) throw invalidInput('roles', `must have at most ${GRANTS_MAX} entries`)
  const seen = new Set<string>()
  for (const [i, { account }] of roles.entries()) {
    if (seen.has(account)) throw invalidInput(`roles[${i}].account`, 'is repeated: a user has one role in each account')
    if ((await accounts.find(account)) === null) throw invalidInput(`roles[${i}].account`, 'is not an account')
    seen.add(account)
  }
  return roles
    .map(({ account, role }) => ({ account, role }))
    .toSorted((one, other) => (one.account < other.account ? -1 : 1))
}
