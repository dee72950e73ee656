import type { AccountId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

/**
 * The way to the carriers. An HTTP API and an SMPP session fit alike: both take many messages at once, answer each by
 * itself, and may leave an answer out. What comes back later, texts and receipts, an adapter hands to the use cases
 * `ReceiveInbound` and `ReceiveReceipt`.
 */
export interface SmsProvider {
  /** Whether a second submission under one reference sends nothing and is answered like the first. */
  readonly deduplicates: boolean
  /** Whether `find` tells what became of a submission. */
  readonly canBeAsked: boolean
  /**
   * Hands messages over and answers one outcome for each, in their order. Never throws for what the network or the
   * provider did, and answers within `deadlineMs`: what is not known by then is `unknown`.
   */
  submit(
    messages: readonly Submission[],
    options: { readonly deadlineMs: number },
  ): Promise<readonly SubmissionOutcome[]>
  /**
   * What became of earlier submissions, one for each reference, in their order: `never-seen` where the provider has
   * taken none under it, `unknown` where it cannot say now. Keeps its deadline like `submit`.
   */
  find(
    references: readonly string[],
    options: { readonly deadlineMs: number },
  ): Promise<readonly (SubmissionOutcome | NeverSeen)[]>
  /**
   * Takes away what the provider keeps of a number for one account, as far as it can: whether there was anything. What
   * it keeps for others stays, above all what it has taken from them. A submission under way may come after it.
   */
  forget?(phone: ForgottenPhone): Promise<boolean>
}

export type ForgottenPhone = {
  /** Whose submissions go: their references begin with it, as `referenceOf` makes them. */
  readonly account: AccountId
  readonly phone: PhoneNumber
  /** The account's: texts from the phone to these go. */
  readonly senders: readonly string[]
}

export type Submission = {
  /** Ours, as `referenceOf` makes it. */
  readonly reference: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly mediaUrl: string | null
}

export type SubmissionOutcome =
  | { readonly kind: 'accepted'; readonly providerId: string }
  /** It will not be delivered: `type` says why to machines and `message` to people. */
  | { readonly kind: 'refused'; readonly type: FailureType; readonly message: string }
  /** The provider has not taken it: throttled, or out of reach before anything was handed over. */
  | { readonly kind: 'try-later'; readonly afterMs: number | null }
  /** The provider may have it: the connection broke, or the deadline passed, before the answer. */
  | { readonly kind: 'unknown' }

export type NeverSeen = { readonly kind: 'never-seen' }

/** Why a text was not delivered, for machines. */
export type FailureType =
  | 'opted_out'
  | 'invalid_destination'
  | 'carrier_rejected'
  | 'provider_unavailable'
  | 'expired'
  | 'unknown_outcome'
  | 'opted_out_before_send'
  | 'not_opted_in_before_send'
  | 'erased'
  | 'insufficient_credits'
