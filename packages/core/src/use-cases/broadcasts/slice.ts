import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import {
  waitsForProvider,
  type Chunk,
  type ChunkProgress,
  type SliceAttempt,
  type Waiting,
} from '../../model/broadcasts/chunk.js'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import { referenceOf, type Message } from '../../model/messages/message.js'
import { refOf, type TemplateRef } from '../../model/templates/template-content.js'
import type { Submission } from '../../ports/sms-provider.js'
import { RETRY_FOR_MS } from '../messages/settlement.js'

/** The recipients of a chunk that can be processed now: first those due for a retry, then new ones. */
export type DueSlice = {
  readonly again: readonly Waiting[]
  readonly fresh: readonly number[]
  /** Recipients that were tried for an hour and are not retried any more. */
  readonly overdue: readonly Waiting[]
  /** Recipients whose sending window is closed, or whose number of the pool has no free slot. They wait. */
  readonly held: readonly Waiting[]
  /** Recipients that would wait too long for their sending window. They fail. */
  readonly late: readonly Waiting[]
  /** The cursor of the chunk after the slice. */
  readonly cursor: number
}

/**
 * While the provider is unavailable, only waiting recipients are retried, and no new ones are submitted. Recipients of
 * a later wave are not submitted either.
 */
export function dueIn(
  { broadcast: { released }, chunk: { firstPosition, recipients, progress } }: DueHome,
  { now, lengthMax }: SliceLimits,
): DueSlice {
  const { cursor, waiting, retryAt, misses } = progress
  const isTime = retryAt === null || retryAt <= now
  const isOld = (one: Waiting) => waitsForProvider(one) && one.sinceMs + RETRY_FOR_MS <= now.getTime()
  const isDue = (one: Waiting) => one.dueMs <= now.getTime() && !isOld(one)
  const again = isTime ? waiting.filter(isDue).slice(0, lengthMax) : []
  const isForWaiting = misses > 0 && (waiting.some(waitsForProvider) || !isTime)
  const open = Math.min(recipients.phones.length, Math.max(cursor, released - firstPosition))
  const freshMax = isForWaiting ? 0 : Math.min(lengthMax - again.length, open - cursor)
  const fresh = Array.from({ length: freshMax }, (_, i) => cursor + i)
  return { again, fresh, overdue: waiting.filter(isOld), held: [], late: [], cursor: cursor + fresh.length }
}

type DueHome = {
  readonly broadcast: Pick<Broadcast, 'released'>
  readonly chunk: Pick<Chunk, 'firstPosition' | 'recipients' | 'progress'>
}

export type SliceLimits = { readonly now: Date; readonly lengthMax: number }

/** Keeps the first `count` recipients that are due, all that are overdue, and those that are held or late before them. */
export function firstOf(due: DueSlice, count: number): DueSlice {
  const { again, fresh, held, late } = due
  const first = fresh.slice(0, Math.max(0, count - again.length))
  const cursor = first.length < fresh.length ? fresh[first.length]! : due.cursor
  return {
    ...due,
    again: again.slice(0, count),
    fresh: first,
    held: held.filter(({ index }) => index < cursor),
    late: late.filter(({ index }) => index < cursor),
    cursor,
  }
}

export function indicesOf({ again, fresh }: DueSlice): readonly number[] {
  return [...again.map(({ index }) => index), ...fresh]
}

/** Whether some recipients of the slice fail without being submitted. */
export function hasFailing({ overdue, late }: DueSlice): boolean {
  return overdue.length + late.length > 0
}

/** The progress of a chunk once the attempt on the slice has begun. */
export function withAttempt(progress: ChunkProgress, slice: DueSlice, attempt: SliceAttempt): ChunkProgress {
  const { again, overdue, held, late, cursor } = slice
  const begun = new Set([...again, ...overdue, ...held, ...late].map(({ index }) => index))
  return {
    ...progress,
    cursor,
    waiting: [...progress.waiting.filter(({ index }) => !begun.has(index)), ...held],
    slices: attempt.number,
    attempt,
  }
}

/** The progress of a chunk if all due recipients of its slice are held: they wait for their windows, or for their numbers. */
export function withHeld(progress: ChunkProgress, { held, cursor }: DueSlice): ChunkProgress {
  const again = new Set(held.map(({ index }) => index))
  const waiting = [...progress.waiting.filter(({ index }) => !again.has(index)), ...held]
  const misses = waiting.some(waitsForProvider) ? progress.misses : 0
  const firstMs = Math.min(...waiting.map(({ dueMs }) => dueMs))
  return { ...progress, cursor, waiting, misses, retryAt: misses > 0 ? progress.retryAt : new Date(firstMs) }
}

/** A slice that was begun, with its broadcast and chunk. */
export type OpenSlice = { readonly broadcast: Broadcast; readonly chunk: Chunk; readonly attempt: SliceAttempt }

/** The broadcast and chunk of a recipient. */
export type Home = Pick<OpenSlice, 'broadcast' | 'chunk'>

/**
 * What a slice sends to one recipient. `text` is null if it is the requested body; `mediaUrl` is undefined if the broadcast
 * or the recipient determines the media.
 */
export type WrittenText = {
  readonly text: string | null
  readonly mediaUrl?: string | null | undefined
  /** The number of the pool that it is sent from. */
  readonly from?: string | undefined
}

/** The requested body, with its media. */
export const AS_REQUESTED: WrittenText = { text: null }

/** What an attempt sends to the recipient at a position of its `indices`. */
export function writtenAt({ texts, mediaUrls, numbers }: SliceAttempt, position: number): WrittenText {
  return { text: texts?.[position] ?? null, mediaUrl: mediaUrls?.[position], from: numbers?.[position] }
}

/** What an attempt would have sent to the recipient at a position of its `stopped`: the requested body, from its number. */
export function stoppedAt({ stoppedFrom }: SliceAttempt, position: number): WrittenText {
  return { ...AS_REQUESTED, from: stoppedFrom?.[position] ?? undefined }
}

/** The fields that can differ between the messages of a broadcast, besides those of the recipient. */
export type MessageState = Pick<
  Message,
  'status' | 'failure' | 'sentAt' | 'phase' | 'attempt' | 'providerId' | 'cost' | 'tries'
>

/**
 * The message of a recipient. The message is built as one object literal,
 * because spreading so many fields would take longer than everything else here.
 */
export function messageAt(home: Home, index: number, written: WrittenText, state: MessageState): Message {
  const { broadcast, chunk } = home
  const { phones, keys } = chunk.recipients
  const { text, mediaUrl, from = broadcast.from } = written
  return {
    id: messageIdAt(broadcast.id, chunk.firstPosition + index),
    account: broadcast.account,
    direction: 'outbound',
    purpose: 'message',
    broadcast: broadcast.id,
    to: phones[index]!,
    from,
    body: text ?? requestedBody(home, index),
    mediaUrl: mediaUrl === undefined ? mediaUrlAt(home, index) : mediaUrl,
    template: templateAt(home, index),
    status: state.status,
    failure: state.failure,
    sentAt: state.sentAt,
    deliveredAt: null,
    createdAt: broadcast.createdAt,
    heldUntil: null,
    cost: state.cost,
    phase: state.phase,
    attempt: state.attempt,
    idempotencyKey: keys?.[index] ?? null,
    providerId: state.providerId,
    tries: state.tries,
  }
}

/** The time of the first try of the message at an index. */
export function sincesOf({ again, at }: SliceAttempt): (index: number) => number {
  const before = new Map(again.map(({ index, sinceMs }) => [index, sinceMs]))
  return (index) => before.get(index) ?? at.getTime()
}

export function submissionAt(home: Home, index: number, { text, mediaUrl, from }: WrittenText): Submission {
  const { broadcast, chunk } = home
  return {
    reference: referenceAt(home, index),
    from: from ?? broadcast.from,
    to: chunk.recipients.phones[index]!,
    body: text ?? requestedBody(home, index),
    mediaUrl: mediaUrl === undefined ? mediaUrlAt(home, index) : mediaUrl,
  }
}

export function referenceAt({ broadcast, chunk }: Home, index: number): string {
  return referenceOf({ account: broadcast.account, id: messageIdAt(broadcast.id, chunk.firstPosition + index) })
}

type Bodies = { readonly broadcast: Pick<Broadcast, 'body'>; readonly chunk: Pick<Chunk, 'recipients'> }

export function requestedBody({ broadcast, chunk }: Bodies, index: number): string {
  return chunk.recipients.bodies?.[index] ?? broadcast.body ?? ''
}

function mediaUrlAt({ broadcast, chunk }: Home, index: number): string | null {
  return chunk.recipients.mediaUrls?.[index] ?? broadcast.mediaUrl
}

function templateAt({ broadcast, chunk }: Home, index: number): TemplateRef | null {
  const { templates } = chunk.recipients
  if (templates) return templates[index]!
  return broadcast.template && refOf(broadcast.template)
}
