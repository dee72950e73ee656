import type { CarrierDirectory } from './carriers.js'
import type { FailureType, SmsProvider } from './sms-provider.js'

/** All that one carrier can do for the service. */
export type CarrierConnection = {
  readonly provider: SmsProvider
  /** Null for a carrier that sends no requests: it reports receipts and inbound texts in another way. */
  readonly webhooks: CarrierWebhooks | null
  /** Null if the carrier cannot be asked which carrier a number has. */
  readonly directory: CarrierDirectory | null
  /** Checks what can be checked without a text, such as the credentials, the senders and the webhook URLs. */
  check(options: CheckOptions): Promise<readonly CarrierFinding[]>
  /** The carrier's own list of opt-outs; null if it has none that can be read. */
  readonly optOuts: (() => AsyncIterable<CarrierOptOut>) | null
  /** Closes what the adapter opened. Submissions in progress end first, within their deadline. */
  close(): Promise<void>
}

export type CheckOptions = {
  readonly deadlineMs: number
  /** Those that the carrier should know; if omitted, none is checked. */
  readonly senders?: CheckedSenders
}

/** Numbers and short codes of all accounts. */
export type CheckedSenders = {
  /** Declared with this carrier, or it is the only one. */
  readonly own: readonly string[]
  /** The routes may choose this carrier for them, or another. */
  readonly routed: readonly string[]
}

/** The result of one check: `unknown` if the carrier cannot tell. */
export type CarrierFinding = {
  readonly subject: 'credentials' | 'number' | 'webhooks' | 'connection'
  readonly state: 'good' | 'bad' | 'unknown'
  /** One line for the operator, without secrets. */
  readonly message: string
}

/** A number that gets no texts from the carrier. */
export type CarrierOptOut = {
  readonly phone: string
  /** Null if the opt-out is from all senders. */
  readonly sender: string | null
  readonly at: Date | null
}

/** Reads the requests of a carrier. Pure: stores nothing, and never throws because of what a request contains. */
export type CarrierWebhooks = {
  receipts(request: CarrierRequest): CarrierAnswer
  inbound(request: CarrierRequest): CarrierAnswer
}

/** A request from anybody who claims to be the carrier. */
export type CarrierRequest = {
  readonly method: string
  /** The URL as the carrier has it, with its query: the service's public URL, not the address behind a proxy. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The address of the client, behind trusted proxies. */
  readonly address: string
  readonly at: Date
}

export type CarrierAnswer =
  /** The carrier did not send this: the signature is missing, wrong or too old. The reason contains no secret. */
  | { readonly kind: 'forged'; readonly reason: string }
  /** The carrier sends no such requests, so nobody can tell who sent this one. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** The carrier sent it, but it cannot be understood. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** The reply is what the carrier expects, once the news is stored; an empty 200 if null. */
  | { readonly kind: 'news'; readonly news: readonly CarrierNews[]; readonly reply: CarrierReply | null }

export type CarrierReply = { readonly status: number; readonly contentType: string; readonly body: string }

export type CarrierNews = CarrierReceipt | CarrierText

/** A final report on one message. A report that is not final is no news. */
export type CarrierReceipt = {
  readonly kind: 'receipt'
  /** The reference of the submission, if the carrier returns it. */
  readonly reference: string | null
  /** The carrier's id of the message, as `accepted` had it. */
  readonly providerId: string | null
  /** Null if the carrier does not say. */
  readonly at: Date | null
  /** Null when the message reached the phone. */
  readonly failure: CarrierFailure | null
}

export type CarrierFailure = {
  readonly type: FailureType
  readonly message: string
  /** The carrier's own code. */
  readonly carrierCode: string | null
}

/** A text from a phone. */
export type CarrierText = {
  readonly kind: 'inbound'
  readonly from: string
  readonly to: string
  readonly body: string
  readonly mediaUrls: readonly string[]
  readonly providerId: string
  /** Whether the carrier itself has answered the keyword in the text, so that no other answer may follow. */
  readonly isAnswered: boolean
}
