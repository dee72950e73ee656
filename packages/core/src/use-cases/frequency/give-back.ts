import type { ChunkState } from '../../model/broadcasts/broadcast-store.js'
import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import type { Chunk, Waiting } from '../../model/broadcasts/chunk.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import type { UnusedMessage } from '../../model/frequency/frequency-store.js'
import { wasNeverTaken } from '../../model/messages/failures.js'
import type { Message } from '../../model/messages/message.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** The broadcast and chunk of some recipients. */
export type RecipientsHome = {
  readonly broadcast: Pick<Broadcast, 'id'>
  readonly chunk: Pick<Chunk, 'firstPosition' | 'recipients'>
}

/** The recipients among them whose message counts towards frequency caps, by index in the chunk. */
export function countedIn(waiting: readonly Waiting[]): readonly number[] {
  return waiting.filter(({ isCounted }) => isCounted).map(({ index }) => index)
}

/** The messages of these recipients. */
export function messagesTo({ broadcast, chunk }: RecipientsHome, indices: readonly number[]): readonly UnusedMessage[] {
  return indices.map((index) => ({
    phone: chunk.recipients.phones[index]!,
    message: messageIdAt(broadcast.id, chunk.firstPosition + index),
  }))
}

/**
 * Gives back what was counted for the waiting recipients of locked chunks whose broadcast is canceled: the provider never
 * took their messages. Reads one chunk at a time.
 */
export async function giveBackWaiting(
  { broadcasts, frequencies }: Pick<Stores, 'broadcasts' | 'frequencies'>,
  broadcast: Broadcast,
  chunks: readonly ChunkState[],
): Promise<void> {
  const unused: UnusedMessage[] = []
  for (const { firstPosition: from, progress } of chunks) {
    const counted = countedIn(progress.waiting)
    if (counted.length === 0) continue
    const [chunk] = await broadcasts.chunksAt(broadcast.account, broadcast.id, { from, until: from + 1 })
    if (chunk !== undefined) unused.push(...messagesTo({ broadcast, chunk }, counted))
  }
  if (unused.length > 0) await frequencies.giveBack(broadcast.account, unused)
}

/** Gives back what was counted for a broadcast's message in doubt, if it ends without being taken by the provider. */
export async function giveBackFailed(
  { frequencies }: Pick<Stores, 'frequencies'>,
  { account, id: message, to, failure }: Message,
): Promise<void> {
  if (failure === null || !wasNeverTaken(failure)) return
  await frequencies.giveBack(account, [{ phone: to as PhoneNumber, message }])
}
