import type { AccountId, ConsentLogId, GroupId } from '../values/ids.js'
import type { Pseudonym } from '../ports/secrets.js'

/** What became of a consent; the reasons name what brought it about. */
export type ConsentChange =
  | { readonly action: 'OPT_IN'; readonly reason: 'DIRECT' | 'SILENT' | 'IMPORT' | 'CONFIRMED' | 'FORM' }
  | { readonly action: 'OPT_IN_REQUESTED'; readonly reason: 'CONFIRM' }
  | { readonly action: 'MANUAL_REMOVAL'; readonly reason: 'USER_REMOVED' | 'PENDING_REMOVED' }

/** Who brought it about: a client of the API, the operator of the service, or the contact. */
export type ConsentActor = 'API' | 'OPERATOR' | 'CONTACT'

/**
 * One entry of the log, which is only ever appended to. It names the number by a pseudonym, and keeps texts apart,
 * so that the evidence outlives an erasure.
 */
export type ConsentLogEntry = ConsentChange & {
  readonly id: ConsentLogId
  readonly account: AccountId
  readonly subject: Pseudonym
  readonly at: Date
  readonly by: ConsentActor
  readonly group: GroupId | null
  /** What was received or sent on this occasion. */
  readonly text: string | null
}
