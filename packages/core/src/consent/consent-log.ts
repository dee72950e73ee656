import type { Contact } from '../contacts/contact.js'
import type { Ids } from '../ports/ids.js'
import type { Pseudonym, Secrets } from '../ports/secrets.js'
import type { AccountId, ConsentLogId, GroupId } from '../values/ids.js'

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

/** What became of a contact's place in a group, without a text. */
export function logEntryOf(
  { ids, secrets }: LogDeps,
  { contact, group, change, by, at }: LoggedChange,
): ConsentLogEntry {
  const { account, phone } = contact
  const subject = secrets.pseudonymOf(account, phone)
  return { id: ids.next('log'), account, subject, at, by, group, text: null, ...change }
}

type LogDeps = { readonly ids: Ids; readonly secrets: Secrets }

type LoggedChange = {
  readonly contact: Pick<Contact, 'account' | 'phone'>
  readonly group: GroupId
  readonly change: ConsentChange
  readonly by: ConsentActor
  readonly at: Date
}
