import { invalidInput } from '../../values/errors.js'
import type { FieldRule } from '../../values/field-rule.js'
import { isId, type AccountId, type UserId } from '../../values/ids.js'
import { codePointsOf, isStorable } from '../../values/text/text.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { AccountGrant, Role } from './role.js'

/** Who a person is at an OpenID Connect issuer. E-mail addresses change there, and are no identity. */
export type Identity = { readonly issuer: string; readonly subject: string }

/** A person who may sign in to the dashboard. A user without a password and without an identity is only invited. */
export type User = {
  readonly id: UserId
  /** Unique in the service. Has one spelling: see `parseEmail`. */
  readonly email: string
  readonly name: string
  readonly isOwner: boolean
  /** Sorted by account. The roles of an owner have no effect while the user is an owner. */
  readonly roles: readonly AccountGrant[]
  readonly passwordHash: string | null
  readonly identity: Identity | null
  /** The zone that the user wants to read times in; null selects the zone of the account. */
  readonly timezone: TimeZone | null
  readonly disabledAt: Date | null
  readonly createdAt: Date
}

/** Null if the user may not know that the account exists. */
export function roleOf(user: Pick<User, 'isOwner' | 'roles'>, account: AccountId): Role | null {
  if (user.isOwner) return 'owner'
  return user.roles.find((grant) => grant.account === account)?.role ?? null
}

export const USER_STATUSES = ['invited', 'active', 'disabled'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export function statusOf({ disabledAt, passwordHash, identity }: User): UserStatus {
  if (disabledAt !== null) return 'disabled'
  return passwordHash === null && identity === null ? 'invited' : 'active'
}

/** The one spelling of an e-mail address: addresses that differ only in case belong to one user. */
export function parseEmail(text: string, field = 'email'): string {
  if (!EMAIL.holds(text)) throw invalidInput(field, EMAIL.expected)
  return normalEmail(text)
}

const EMAIL_LENGTH_MAX = 254

export const EMAIL: FieldRule = {
  holds: (text) =>
    /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(normalEmail(text)) &&
    normalEmail(text).length <= EMAIL_LENGTH_MAX &&
    isStorable(text),
  expected: `must be an e-mail address of at most ${EMAIL_LENGTH_MAX} characters`,
}

function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}

export const USER_NAME: FieldRule = {
  holds: (text) => text.trim() !== '' && codePointsOf(text) <= 100 && isStorable(text) && !/\p{Cc}/u.test(text),
  expected: 'must have 1 to 100 characters, and no control characters',
}

export function parseUserName(text: string): string {
  if (!USER_NAME.holds(text)) throw invalidInput('name', USER_NAME.expected)
  return text.trim()
}

export function isUserId(text: string): text is UserId {
  return isId('usr', text)
}
