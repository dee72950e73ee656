import type { AccountId, GroupId, TagId } from '../../values/ids.js'

/** Advice to the operator which opt-in mode suits; the mode of a request decides. */
export const OPT_IN_TYPES = ['SINGLE', 'DOUBLE'] as const
export type OptInType = (typeof OPT_IN_TYPES)[number]

export type Tag = {
  readonly id: TagId
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A list that contacts join by consent. Operators make it; clients only read it. */
export type Group = {
  readonly id: GroupId
  readonly account: AccountId
  readonly name: string
  /** At most one of an account. */
  readonly isDefault: boolean
  readonly optInType: OptInType
  /** Sent to a contact who joins by DIRECT. */
  readonly optInMessage: string | null
  /** Asks for the YES of CONFIRM. */
  readonly confirmMessage: string | null
  /** The number its texts go out from; null is the account's first active one. */
  readonly sender: string | null
  readonly tags: readonly Tag[]
  /** Active members, counted by the transactions that change them. */
  readonly contactCount: number
  readonly createdAt: Date
}
