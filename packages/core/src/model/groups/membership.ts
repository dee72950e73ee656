import { DomainError } from '../../values/errors.js'
import type { AccountId, ContactId, GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** DIRECT: consent was collected before. CONFIRM: the contact is asked by SMS. SILENT: joins without a message. */
export const OPT_IN_MODES = ['DIRECT', 'CONFIRM', 'SILENT'] as const
export type OptInMode = (typeof OPT_IN_MODES)[number]

/**
 * The state of a contact's membership in a group:
 *
 *     (none) --DIRECT, SILENT--> active --DELETE--> removed
 *     (none) --CONFIRM, START--> pending --YES, SILENT--> active
 *                                pending --DELETE--> removed
 *                        pending, active --STOP--> removed, and the number is hard-opted-out
 *
 * A removed membership is kept as evidence and can become pending or active again; otherwise it is ignored.
 */
export type MembershipState = 'pending' | 'active' | 'removed'

export type Membership = {
  readonly account: AccountId
  readonly contact: ContactId
  readonly group: GroupId
  readonly state: MembershipState
  /** When it entered this state. */
  readonly since: Date
}

export type JoinRequest = {
  readonly mode: OptInMode
  readonly group: GroupId
  readonly silentAllowed: boolean
  readonly optedOutAt: Date | null
  /** All pending and active memberships of the contact. */
  readonly memberships: readonly Membership[]
}

/** The result of a request to join. Throws if the account, the consent or another membership forbids it. */
export function joinOutcome({ mode, group, silentAllowed, optedOutAt, memberships }: JoinRequest): JoinOutcome {
  const here = memberships.find((membership) => membership.group === group)
  if (here?.state === 'active') return 'unchanged'
  if (mode === 'SILENT' && !silentAllowed) {
    throw new DomainError('silent-unavailable', 'The opt-in mode SILENT is not available to this account')
  }
  if (optedOutAt !== null) {
    throw new DomainError('hard-opted-out', 'The contact has opted out, and only the contact can opt in again')
  }
  if (here?.state === 'pending' && mode !== 'SILENT') return 'unchanged'
  if (memberships.some((membership) => membership.state === 'pending' && membership.group !== group)) {
    throw new DomainError('pending-elsewhere', 'The contact has not yet answered the confirmation of another group')
  }
  return mode === 'CONFIRM' ? 'pending' : 'active'
}

export type JoinOutcome = 'unchanged' | 'pending' | 'active'

/** A pending or active membership, with the parts of its contact that a list shows. */
export type Member = Membership & {
  readonly phone: PhoneNumber
  readonly firstName: string | null
  readonly lastName: string | null
}

export type MemberQuery = {
  readonly group: GroupId
  /** Null for all. */
  readonly state: 'pending' | 'active' | null
  /** The last contact of the previous step; null for the first step. */
  readonly after: ContactId | null
  readonly limit: number
}

export type PendingQuery = {
  /** The last membership of the previous step; null for the first step. */
  readonly after: Pick<Membership, 'since' | 'contact' | 'group'> | null
  readonly limit: number
}

export interface MembershipStore {
  /** The members of a group, newest contacts first: by descending id of the contact. */
  members(account: AccountId, query: MemberQuery): Promise<readonly Member[]>
  /** The pending memberships in all groups of the account, newest first. */
  pending(account: AccountId, query: PendingQuery): Promise<readonly Member[]>
  /** The pending and active memberships, oldest first, then by group. */
  of(account: AccountId, contacts: readonly ContactId[]): Promise<readonly Membership[]>
  /** Adds each membership, or replaces the membership of the same contact and group. */
  save(memberships: readonly Membership[]): Promise<void>
}
