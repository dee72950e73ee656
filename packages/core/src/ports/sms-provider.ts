import type { AccountId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

/**
 * The connection to the carriers. It suits both HTTP APIs and SMPP sessions: they take many messages at once, respond
 * to each message separately, and may omit a response. An adapter passes inbound texts and receipts, which arrive
 * later, to the use cases `ReceiveInbound` and `ReceiveReceipt`.
 */
export interface SmsProvider {
  /** Whether a second submission with the same reference sends nothing and gets the result of the first. */
  readonly deduplicates: boolean
  /** Whether `find` can return the outcome of a submission. */
  readonly canBeAsked: boolean
  /** The names of its carriers, if it has several to choose from. */
  readonly carriers?: readonly string[]
  /**
   * Submits messages and returns one outcome for each, in the same order. Never throws for a failure of the network or
   * the provider, and returns within `deadlineMs`: an outcome that is not known by then is `unknown`.
   */
  submit(
    messages: readonly Submission[],
    options: { readonly deadlineMs: number },
  ): Promise<readonly SubmissionOutcome[]>
  /**
   * The outcomes of earlier submissions, one for each reference, in the same order: `never-seen` if the provider
   * accepted no submission with the reference, `unknown` if it cannot tell now. Observes the deadline as `submit` does.
   */
  find(
    references: readonly string[],
    options: { readonly deadlineMs: number },
  ): Promise<readonly (SubmissionOutcome | NeverSeen)[]>
  /**
   * Deletes the provider's records of a number for one account, as far as possible. Returns whether there were any.
   * Keeps the records of other accounts, especially their submissions. A submission in progress may add a record later.
   */
  forget?(phone: ForgottenPhone): Promise<boolean>
}

export type ForgottenPhone = {
  /** The submissions of this account are deleted: `referenceOf` starts their references with the account. */
  readonly account: AccountId
  readonly phone: PhoneNumber
  /** The account's senders: texts from the phone to them are deleted. */
  readonly senders: readonly string[]
}

export type Submission = {
  /** Chosen by Carillon with `referenceOf`, not by the provider. */
  readonly reference: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly mediaUrl: string | null
}

export type SubmissionOutcome = Outcome & {
  /** The carriers that were tried, in order, if the provider has several. */
  readonly tries?: readonly CarrierTry[]
}

/** One carrier's part in a submission. */
export type CarrierTry = {
  readonly carrier: string
  readonly at: Date
  readonly outcome: Outcome['kind']
  readonly because?: NotTakenReason | UnknownReason
  readonly carrierCode?: string
}

type Outcome =
  | { readonly kind: 'accepted'; readonly providerId: string }
  /** The message will not be delivered: `type` is the reason for machines, `message` for people. */
  | {
      readonly kind: 'refused'
      readonly type: FailureType
      readonly message: string
      /** The carrier's own code for the reason, if it has one. */
      readonly carrierCode?: string | null
    }
  /** The provider did not accept it: throttled, or unreachable before anything was transmitted. */
  | { readonly kind: 'try-later'; readonly afterMs: number | null; readonly because?: NotTakenReason }
  /** The provider may have it: the connection broke or the deadline passed before the response. */
  | { readonly kind: 'unknown'; readonly because?: UnknownReason }

/**
 * Why the carrier did not take a message; it matters to what chooses between carriers. `sender-throttled`: only this sender
 * or its campaign has to wait.
 */
export type NotTakenReason = 'throttled' | 'sender-throttled' | 'unreachable' | 'no-time' | 'circuit-open'
/** `server-error`: the carrier answered with an error that leaves open whether it took the message. */
export type UnknownReason = 'server-error' | 'no-answer'

export type NeverSeen = { readonly kind: 'never-seen' }

/** Why a text was not delivered, for machines. */
export type FailureType =
  | 'opted_out'
  | 'invalid_destination'
  | 'carrier_rejected'
  /** The carrier refuses everything, because of our account there: its funds, its state or its permissions. */
  | 'carrier_account'
  /** The sender is not registered with the carriers as they demand, for example for 10DLC. */
  | 'unregistered_sender'
  | 'provider_unavailable'
  | 'expired'
  | 'outside_sending_window'
  | 'unknown_outcome'
  | 'opted_out_before_send'
  | 'not_opted_in_before_send'
  | 'erased'
  | 'content_blocked'
  /** A frequency cap of the account was reached before it could be sent. */
  | 'frequency_capped'
  | 'insufficient_credits'
