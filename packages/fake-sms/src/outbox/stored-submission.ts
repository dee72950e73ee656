import type { MessageFailure, Submission, SubmissionOutcome } from '@carillon/core'

/** A submission with the id that the provider gives it should it take it. */
export type Candidate = Submission & { readonly id: string }

/** A submission that was taken or refused. */
export type StoredSubmission = Candidate & { readonly submittedAt: Date; readonly failure: MessageFailure | null }

/** A message on a phone. */
export type SimMessage = Candidate & { readonly submittedAt: Date }

/** What was written on a phone, and handed to the service. */
export type WrittenText = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly mediaUrl: string | null
  readonly writtenAt: Date
}

/** What the service was told of the texts that arrived under a reference; without a failure they were delivered. */
export type SentReceipt = { readonly reference: string; readonly failure: MessageFailure | null }

/** What is kept of it with each text. */
export type LastReceipt = Pick<SentReceipt, 'failure'>

export function outcomeOf({ id, failure }: Pick<StoredSubmission, 'id' | 'failure'>): SubmissionOutcome {
  return failure === null ? { kind: 'accepted', providerId: id } : { kind: 'refused', ...failure }
}
