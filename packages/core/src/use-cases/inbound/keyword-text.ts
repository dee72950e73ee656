import type { Account } from '../../model/accounts/account.js'
import {
  logEntryOf,
  type ConsentChange,
  type ConsentDeps,
  type ConsentLogEntry,
} from '../../model/consent/consent-log.js'
import type { GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** A keyword from a phone, as one unit of work handles it. */
export type KeywordText = {
  readonly account: Account
  readonly phone: PhoneNumber
  /** The whole text, as evidence. */
  readonly body: string
  readonly now: Date
}

/** The consent log entry of a change that a contact made by a text. */
export function entryByContact(
  { account, phone, body, now }: KeywordText,
  deps: ConsentDeps,
  group: GroupId | null,
  change: ConsentChange,
): ConsentLogEntry {
  const contact = { account: account.id, phone }
  return logEntryOf(deps, { contact, group, change, by: 'CONTACT', at: now, text: body })
}
