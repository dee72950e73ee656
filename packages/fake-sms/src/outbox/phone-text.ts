import type { MessageFailure } from '@carillon/core'
import type { StoredSubmission, LastReceipt, WrittenText } from './stored-submission.js'

/** A text of a conversation, as the phone shows it. */
export type PhoneText = {
  /** Ids sort by the time at which the text arrived or was written. */
  readonly id: string
  readonly phone: string
  /** The number or short code of the service. */
  readonly sender: string
  readonly direction: 'received' | 'written'
  readonly body: string
  readonly mediaUrl: string | null
  readonly at: Date
  readonly state: TextState
  /** Set for a text that was refused or failed. */
  readonly failure: MessageFailure | null
  /** Set for a text that the service sent. */
  readonly reference: string | null
}

/**
 * A text to the phone either arrives, or is refused by the provider and never reaches the phone. The latest receipt
 * can change an arrived text to delivered or failed. A text from the phone has the state `written`.
 */
export type TextState = 'refused' | 'arrived' | 'delivered' | 'failed' | 'written'

export function receivedText(
  { from, to, submittedAt, ...kept }: StoredSubmission,
  receipt: LastReceipt | null,
): PhoneText {
  const { id, body, mediaUrl, reference } = kept
  const failure = kept.failure ?? receipt?.failure ?? null
  const state = stateOf(kept, receipt)
  return {
    id,
    phone: to,
    sender: from,
    direction: 'received',
    body,
    mediaUrl,
    at: submittedAt,
    state,
    failure,
    reference,
  }
}

export function writtenText({ id, from, to, body, mediaUrl, writtenAt }: WrittenText): PhoneText {
  const here = { id, phone: from, sender: to, body, mediaUrl, at: writtenAt }
  return { ...here, direction: 'written', state: 'written', failure: null, reference: null }
}

function stateOf({ failure }: Pick<StoredSubmission, 'failure'>, receipt: LastReceipt | null): TextState {
  if (failure !== null) return 'refused'
  if (receipt === null) return 'arrived'
  return receipt.failure === null ? 'delivered' : 'failed'
}
