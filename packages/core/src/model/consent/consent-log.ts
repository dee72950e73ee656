import type { Ids } from '../../ports/runtime.js'
import type { Pseudonym, Secrets } from '../../ports/secrets.js'
import type { AccountId, ConsentLogId, GroupId } from '../../values/ids.js'
import type { Contact } from '../contacts/contact.js'

/**
 * What became of a consent; the reasons name what brought it about. Without a group it is the number's own: a hard
 * opt-out, or its end.
 */
export type ConsentChange =
  | { readonly action: 'OPT_IN'; readonly reason: 'DIRECT' | 'SILENT' | 'IMPORT' | 'CONFIRMED' | 'FORM' }
  | { readonly action: 'OPT_IN_REQUESTED'; readonly reason: 'CONFIRM' | 'START' }
  | { readonly action: 'OPT_OUT'; readonly reason: 'STOP' }
  | { readonly action: 'PENDING_REMOVED'; readonly reason: 'STOP' }
  | { readonly action: 'MANUAL_REMOVAL'; readonly reason: 'USER_REMOVED' | 'PENDING_REMOVED' }
  | { readonly action: 'PROVIDER_OPT_OUT'; readonly reason: 'REFUSED_BY_PROVIDER' }

/** Who brought it about: a client of the API, the operator of the service, the contact, or the provider. */
export type ConsentActor = 'API' | 'OPERATOR' | 'CONTACT' | 'PROVIDER'

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
  /** Of an opt-in on a form. */
  readonly form: FormEvidence | null
}

/** What was agreed to, and from where. Address and agent are the person's, and go when it is erased. */
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

/** What it takes to change a consent: every change is logged, by ids and pseudonyms. */
export type ConsentDeps = { readonly ids: Ids; readonly secrets: Secrets }

type LoggedChange = {
  readonly contact: Pick<Contact, 'account' | 'phone'>
  readonly group: GroupId | null
  readonly change: ConsentChange
  readonly by: ConsentActor
  readonly at: Date
  /** Left out, there was none. */
  readonly text?: string | null
  readonly form?: FormEvidence | null
}

/** Only ever appended to: no method changes or removes an entry. */
export interface ConsentLog {
  append(entries: readonly ConsentLogEntry[]): Promise<void>
  /** The newest first, at most `limit`. */
  newest(account: AccountId, subject: Pseudonym, limit: number): Promise<readonly ConsentLogEntry[]>
  count(account: AccountId, subject: Pseudonym): Promise<number>
}
