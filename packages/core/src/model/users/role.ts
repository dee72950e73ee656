import type { AccountId } from '../../values/ids.js'

/** What a user may do in an account; each role includes the ones before it. */
export const ACCOUNT_ROLES = ['viewer', 'editor', 'sender', 'admin'] as const
export type AccountRole = (typeof ACCOUNT_ROLES)[number]

/** Owners may do everything, in every account and in the service. */
export const ROLES = [...ACCOUNT_ROLES, 'owner'] as const
export type Role = (typeof ROLES)[number]

/** The role of a user in one account. A user has at most one for each account. */
export type AccountGrant = { readonly account: AccountId; readonly role: AccountRole }

export const GRANTS_MAX = 100

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

export function isAccountRole(text: string): text is AccountRole {
  return (ACCOUNT_ROLES as readonly string[]).includes(text)
}
