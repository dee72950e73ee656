import type { AccountId, ContactId } from '../../values/ids.js'
import type { Membership } from './membership.js'

export interface MembershipStore {
  /** Pending and active ones, oldest first, then by group. */
  of(account: AccountId, contacts: readonly ContactId[]): Promise<readonly Membership[]>
  /** Adds each, or replaces the one of the same contact and group. */
  save(memberships: readonly Membership[]): Promise<void>
}
