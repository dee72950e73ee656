import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import type { CarrierTry, SubmissionOutcome } from '../../ports/sms-provider.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { Home } from '../broadcasts/slice.js'

/** By the recipient's index in the chunk. */
export type Outcomes = ReadonlyMap<number, SubmissionOutcome>

/**
 * The recipients whose messages the provider has taken before, according to receipts with its id. They are not
 * submitted again.
 */
export async function takenBefore(
  { messages }: Pick<Stores, 'messages'>,
  { broadcast, chunk }: Home,
  indices: readonly number[],
): Promise<Outcomes> {
  const indexOf = new Map(
    indices.map((index) => [messageIdAt(broadcast.id, chunk.firstPosition + index), index] as const),
  )
  const receipts = await messages.keptReceipts(chunk.account, [...indexOf.keys()])
  return new Map(
    receipts.flatMap(({ message, at, carrier, providerId }) => {
      if (providerId == null) return []
      const tries: readonly CarrierTry[] = carrier == null ? [] : [{ carrier, at, outcome: 'accepted' }]
      return [[indexOf.get(message)!, { kind: 'accepted', providerId, tries }] as const]
    }),
  )
}
