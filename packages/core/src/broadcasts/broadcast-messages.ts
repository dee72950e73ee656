import { FREE } from '../credits/price.js'
import { messageAnswer, type MessageAnswer } from '../messages/message-answer.js'
import type { Message, MessageStatus } from '../messages/message.js'
import type { PositionRange } from '../ports/broadcast-store.js'
import type { Stores } from '../ports/unit-of-work.js'
import { positionOf, queuedOf, type Broadcast } from './broadcast.js'
import type { Chunk, ChunkProgress } from './chunk.js'
import { messageAt } from './slice.js'

type Reads = Pick<Stores, 'messages' | 'broadcasts'>

/**
 * The messages of a broadcast by position: those that are stored, and those that are still to come, which are `queued`
 * with the body as it was submitted, or as it is being submitted. Whom a cancel has spared is not among them.
 */
export async function messagesAt(
  stores: Reads,
  broadcast: Broadcast,
  range: PositionRange,
): Promise<readonly MessageAnswer[]> {
  const { account, id } = broadcast
  const length = range.until - range.from
  const chunks = await stores.broadcasts.chunksAt(account, id, range)
  const stored = await stores.messages.ofBroadcast(account, id, { ...range, status: null, offset: 0, limit: length })
  const known = new Map(stored.map((message) => [positionOf(message.id), message]))
  const answers: [position: number, answer: MessageAnswer][] = stored.map((one) => [
    positionOf(one.id),
    messageAnswer(one),
  ])
  for (const chunk of chunks) {
    for (const index of queuedIn({ ...chunk, length: chunk.recipients.phones.length })) {
      const position = chunk.firstPosition + index
      if (position < range.from || position >= range.until || known.has(position)) continue
      answers.push([position, messageAnswer(queuedAt(broadcast, chunk, index))])
    }
  }
  return answers.sort(([one], [other]) => one - other).map(([, answer]) => answer)
}

/** How many there are of a status. */
export function countOf(broadcast: Broadcast, status: MessageStatus | null): number {
  const { total, counts } = broadcast
  if (status === null) return total - counts.canceled
  return status === 'queued' ? queuedOf(broadcast) : counts[status]
}

/** The indices of those who have no message yet, in their order. */
export function queuedIn({
  progress,
  length,
}: {
  readonly progress: ChunkProgress
  readonly length: number
}): readonly number[] {
  const { cursor, waiting, attempt } = progress
  const begun = [
    ...waiting.map(({ index }) => index),
    ...(attempt === null ? [] : [...attempt.indices, ...attempt.stopped, ...attempt.expired]),
  ]
  const fresh = Array.from({ length: length - cursor }, (_, i) => cursor + i)
  return [...begun.sort((one, other) => one - other), ...fresh]
}

function queuedAt(broadcast: Broadcast, chunk: Chunk, index: number): Message {
  const { attempt } = chunk.progress
  const text = attempt?.texts?.[attempt.indices.indexOf(index)] ?? null
  return messageAt({ broadcast, chunk }, index, text, QUEUED)
}

const QUEUED = {
  status: 'queued',
  failure: null,
  sentAt: null,
  phase: 'waiting',
  attempt: 0,
  providerId: null,
  cost: FREE,
} as const
