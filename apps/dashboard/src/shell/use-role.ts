import { ROLES, type Role } from '../api/session.js'
import { useAccountOrNull, useSession } from './use-session.js'

export type RoleOnPage = {
  readonly role: Role
  /** Whether the person may do what needs this role. */
  can(least: Role): boolean
  /** Why a control is disabled, for its tooltip; undefined if the person may use it. */
  reasonAgainst(least: Role): string | undefined
}

/** The role of the person in the account of the page: `viewer` < `editor` < `sender` < `admin` < `owner`. */
export function useRole(): RoleOnPage {
  const { user } = useSession()
  const account = useAccountOrNull()
  const role = user.isOwner ? 'owner' : (account?.role ?? 'viewer')
  const can = (least: Role) => isAtLeast(role, least)
  return { role, can, reasonAgainst: (least) => (can(least) ? undefined : REASONS[least]) }
}

function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

const REASONS: Readonly<Record<Role, string>> = {
  viewer: 'You have no access to this account.',
  editor: 'Your role is viewer: you can read, but change nothing. An admin of the account can change that.',
  sender: 'Your role cannot send texts. An admin of the account can make you a sender.',
  admin: 'Only admins of the account can do this.',
  owner: 'Only owners of this service can do this.',
}
