import type { Message } from '../messages/message.js'
import { RETRY_FOR_MS } from '../messages/settlement.js'
import { messageIdAt, type Broadcast } from './broadcast.js'
import type { Chunk, ChunkProgress, SliceAttempt, Waiting } from './chunk.js'

/** What can be begun of a chunk: those whose turn it is again, then those that come next. */
export type DueSlice = {
  readonly again: readonly Waiting[]
  readonly fresh: readonly number[]
  /** Nothing is tried for longer than an hour. */
  readonly expired: readonly Waiting[]
}

/** While the provider takes nothing, nobody new is begun before it is asked again. */
export function dueIn({ recipients, progress }: Chunk, { now, lengthMax }: SliceLimits): DueSlice {
  const { cursor, waiting, retryAt, misses } = progress
  const isTime = retryAt === null || retryAt <= now
  const isOld = ({ sinceMs }: Waiting) => sinceMs + RETRY_FOR_MS <= now.getTime()
  const again = isTime ? waiting.filter((one) => !isOld(one)).slice(0, lengthMax) : []
  const freshMax = misses > 0 && !isTime ? 0 : Math.min(lengthMax - again.length, recipients.phones.length - cursor)
  const fresh = Array.from({ length: freshMax }, (_, i) => cursor + i)
  return { again, fresh, expired: waiting.filter(isOld) }
}

type SliceLimits = { readonly now: Date; readonly lengthMax: number }

/** Of what is due, as many as may be handed over. */
export function firstOf({ again, fresh, expired }: DueSlice, count: number): DueSlice {
  return { again: again.slice(0, count), fresh: fresh.slice(0, Math.max(0, count - again.length)), expired }
}

export function indicesOf({ again, fresh }: DueSlice): readonly number[] {
  return [...again.map(({ index }) => index), ...fresh]
}

/** The progress of a chunk with the attempt open. */
export function withAttempt(progress: ChunkProgress, slice: DueSlice, attempt: SliceAttempt): ChunkProgress {
  const begun = new Set([...slice.again, ...slice.expired])
  return {
    ...progress,
    cursor: progress.cursor + slice.fresh.length,
    waiting: progress.waiting.filter((one) => !begun.has(one)),
    slices: attempt.number,
    attempt,
  }
}

/** A slice that was begun, and where it belongs. */
export type OpenSlice = { readonly broadcast: Broadcast; readonly chunk: Chunk; readonly attempt: SliceAttempt }

/** What the message of a recipient is, whatever becomes of it; it comes into being when it is first tried. */
export function messageAt({ broadcast, chunk, attempt }: OpenSlice, index: number, text: string | null): MessageStart {
  const { phones, keys } = chunk.recipients
  const sinceMs = attempt.again.find((one) => one.index === index)?.sinceMs ?? attempt.at.getTime()
  return {
    id: messageIdAt(broadcast.id, chunk.firstPosition + index),
    account: broadcast.account,
    direction: 'outbound',
    purpose: 'message',
    broadcast: broadcast.id,
    to: phones[index]!,
    from: broadcast.from,
    body: text ?? submittedBody({ broadcast, chunk }, index),
    mediaUrl: mediaUrlAt({ broadcast, chunk }, index),
    deliveredAt: null,
    createdAt: new Date(sinceMs),
    attempt: 1,
    idempotencyKey: keys?.[index] ?? null,
  }
}

type MessageStart = Omit<Message, 'status' | 'failure' | 'sentAt' | 'phase' | 'providerId' | 'cost'>

type Place = Pick<OpenSlice, 'broadcast' | 'chunk'>

export function submittedBody({ broadcast, chunk }: Place, index: number): string {
  return chunk.recipients.bodies?.[index] ?? broadcast.body ?? ''
}

export function mediaUrlAt({ broadcast, chunk }: Place, index: number): string | null {
  return chunk.recipients.mediaUrls?.[index] ?? broadcast.mediaUrl
}
