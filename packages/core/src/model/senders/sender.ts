import type { FieldRule } from '../../values/field-rule.js'
import type { AccountId } from '../../values/ids.js'
import { isPhoneNumber } from '../../values/phone/phone-number.js'
import { quote } from '../../values/text/text.js'

/** A number or short code that an account sends from. It belongs to one account of the service. */
export type Sender = {
  readonly number: string
  readonly account: AccountId
  readonly status: SenderStatus
  readonly mms: boolean
  readonly messagesPerSecond: number | null
  /** The carrier that all its texts go by; null if the routes of the service decide. */
  readonly carrier: string | null
  readonly createdAt: Date
}

export const SENDER_STATUSES = ['active', 'inactive'] as const
export type SenderStatus = (typeof SENDER_STATUSES)[number]

/** The rule for a sender's number. */
export const SENDER_NUMBER: FieldRule = {
  holds: (text) => isPhoneNumber(text) || isShortCode(text),
  expected: 'must be a number in E.164 form, such as +12025550100, or a short code of 5 or 6 digits',
  got: quote,
}

/** The rule for the name of a carrier, which is part of the URLs that the carrier calls. */
export const CARRIER_NAME: FieldRule = {
  holds: (text) => /^[a-z0-9][a-z0-9-]{0,31}$/.test(text),
  expected: 'must have 1 to 32 lower-case letters, digits and hyphens, and begin with a letter or digit',
}

const SHORT_CODE = /^\d{5,6}$/

export function isShortCode(text: string): boolean {
  return SHORT_CODE.test(text)
}

export interface SenderStore {
  /** Oldest first, then by number. */
  of(account: AccountId): Promise<readonly Sender[]>
  /** Adds or changes the account's sender. Returns false and changes nothing when another account has the number. */
  put(sender: Sender): Promise<boolean>
  find(account: AccountId, number: string): Promise<Sender | null>
  /** The sender with this number in any account, which determines the account of an inbound message. */
  owner(number: string): Promise<Sender | null>
  /** The numbers of active senders of all accounts with this carrier, or with none if it is null; the lowest first. */
  ofCarrier(carrier: string | null, limit: number): Promise<readonly string[]>
  /** The carriers that active senders of all accounts name, by name, up to a limit. */
  carriers(limit: number): Promise<readonly NamedCarrier[]>
  remove(account: AccountId, number: string): Promise<void>
}

/** A carrier that senders name, and the number of these senders. */
export type NamedCarrier = { readonly carrier: string; readonly senders: number }
