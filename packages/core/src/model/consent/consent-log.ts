import type { Ids } from '../../ports/runtime.js'
import type { Pseudonym, Secrets } from '../../ports/secrets.js'
import type { AccountId, ConsentLogId, GroupId } from '../../values/ids.js'
import type { Contact } from '../contacts/contact.js'

/**
 * A change of consent and its cause. A log entry without a group is about the number itself, such as a hard opt-out.
 */
export type ConsentChange =
  | { readonly action: 'OPT_IN'; readonly reason: 'DIRECT' | 'SILENT' | 'IMPORT' | 'CONFIRMED' | 'FORM' }
  | { readonly action: 'OPT_IN_REQUESTED'; readonly reason: 'CONFIRM' | 'START' }
  | { readonly action: 'OPT_OUT'; readonly reason: 'STOP' }
  | { readonly action: 'PENDING_REMOVED'; readonly reason: 'STOP' }
  | { readonly action: 'MANUAL_REMOVAL'; readonly reason: 'USER_REMOVED' | 'PENDING_REMOVED' }
  | { readonly action: 'PROVIDER_OPT_OUT'; readonly reason: 'REFUSED_BY_PROVIDER' }

/** Who caused the change: a client of the API, the operator of the service, the contact, or the provider. */
export type ConsentActor = 'API' | 'OPERATOR' | 'CONTACT' | 'PROVIDER'

/**
 * One entry of the append-only log. It identifies the number by a pseudonym and stores texts separately, so that the
 * evidence outlives an erasure.
 */
export type ConsentLogEntry = ConsentChange & {
  readonly id: ConsentLogId
  readonly account: AccountId
  readonly subject: Pseudonym
  readonly at: Date
  readonly by: ConsentActor
  readonly group: GroupId | null
  /** The text that was received or sent with the change. */
  readonly text: string | null
  /** Only for an opt-in on a form. */
  readonly form: FormEvidence | null
}

/** The consent text that was agreed to, with address and user agent. An erasure deletes address and agent. */
export type FormEvidence = {
  readonly version: number
  readonly address: string | null
  readonly agent: string | null
}

export function logEntryOf(
  { ids, secrets }: ConsentDeps,
  { contact, group, change, by, at, text = null, form = null }: LoggedChange,
): ConsentLogEntry {
  const { account, phone } = contact
  const subject = secrets.pseudonymOf(account, phone)
  return { id: ids.next('log'), account, subject, at, by, group, text, form, ...change }
}

/** The dependencies of every change of consent: a log entry needs an id and a pseudonym. */
export type ConsentDeps = { readonly ids: Ids; readonly secrets: Secrets }

type LoggedChange = {
  readonly contact: Pick<Contact, 'account' | 'phone'>
  readonly group: GroupId | null
  readonly change: ConsentChange
  readonly by: ConsentActor
  readonly at: Date
  /** Absent when there was no text. */
  readonly text?: string | null
  readonly form?: FormEvidence | null
}

/** Append-only: no method changes or removes an entry. */
export interface ConsentLog {
  append(entries: readonly ConsentLogEntry[]): Promise<void>
  /** Newest first, at most `limit`. */
  newest(account: AccountId, subject: Pseudonym, limit: number): Promise<readonly ConsentLogEntry[]>
  count(account: AccountId, subject: Pseudonym): Promise<number>
  /** The newest opt-in of each subject to the group, or request for one, without its texts. */
  joins(account: AccountId, group: GroupId, subjects: readonly Pseudonym[]): Promise<ReadonlyMap<Pseudonym, GroupJoin>>
}

/** How somebody came to a group. */
export type GroupJoin = Pick<ConsentLogEntry, 'action' | 'reason' | 'by' | 'at'>
