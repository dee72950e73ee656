import type { FormLimits } from '../limits/form-limits.js'
import type { AccountId, GroupId, TagId } from '../../values/ids.js'

/** The opt-in mode that a group recommends to the operator; the mode in the request decides. */
export const OPT_IN_TYPES = ['SINGLE', 'DOUBLE'] as const
export type OptInType = (typeof OPT_IN_TYPES)[number]

export type Tag = {
  readonly id: TagId
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A set of contacts that opted in. Operators create groups; clients only read them. */
export type Group = {
  readonly id: GroupId
  readonly account: AccountId
  readonly name: string
  /** True for at most one group of an account. */
  readonly isDefault: boolean
  readonly optInType: OptInType
  /** Sent to a contact who joins by DIRECT. */
  readonly optInMessage: string | null
  /** Asks the contact for a YES in CONFIRM mode. */
  readonly confirmMessage: string | null
  /** The number from which its texts are sent; null means the account's first active sender. */
  readonly sender: string | null
  /** The limits of the group's opt-in form that differ from those of the account; null if none does. */
  readonly formLimits: Partial<FormLimits> | null
  readonly tags: readonly Tag[]
  /** The number of active members, updated by the transactions that change memberships. */
  readonly contactCount: number
  readonly createdAt: Date
}
