import type { ChunkState } from '../../model/broadcasts/broadcast-store.js'
import { queuedOf, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { CHUNK_LENGTH_MAX, type Chunk } from '../../model/broadcasts/chunk.js'
import { positionOf } from '../../model/broadcasts/message-id-at.js'
import { FREE } from '../../model/credits/price.js'
import { messageView, withHoldAt, type MessageView } from '../../model/messages/message-view.js'
import type { Message, MessageStatus } from '../../model/messages/message.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { PositionRange } from '../../values/page.js'
import { requireBroadcast, type BroadcastName } from './read-broadcast.js'
import { AS_REQUESTED, messageAt, writtenAt, type WrittenText } from './slice.js'

type Reads = Pick<Stores, 'messages' | 'broadcasts'>

/**
 * The messages of a broadcast by position, including those not yet stored, which are `queued`. An unstored message has
 * the requested body, or the rendered body while it is being submitted. Recipients skipped by a cancel are left out.
 */
export async function messagesAt(
  stores: Reads,
  broadcast: Broadcast,
  { now, ...range }: PositionRange & { readonly now: Date },
): Promise<readonly MessageView[]> {
  const { account, id } = broadcast
  const length = range.until - range.from
  const viewOf = (message: Message) => messageView(withHoldAt(message, now))
  const chunks = await stores.broadcasts.chunksAt(account, id, range)
  const stored = await stores.messages.ofBroadcast(account, id, { ...range, status: null, offset: 0, limit: length })
  const known = new Map(stored.map((message) => [positionOf(message.id), message]))
  const views: [position: number, view: MessageView][] = stored.map((one) => [positionOf(one.id), viewOf(one)])
  for (const chunk of chunks) {
    const textOf = textsIn(chunk)
    const held = heldUntilIn(chunk)
    for (const index of queuedIn({ ...chunk, length: chunk.recipients.phones.length })) {
      const position = chunk.firstPosition + index
      if (position < range.from || position >= range.until || known.has(position)) continue
      const message = messageAt({ broadcast, chunk }, index, textOf(index), QUEUED)
      views.push([position, viewOf({ ...message, heldUntil: held.get(index) ?? null })])
    }
  }
  return views.sort(([one], [other]) => one - other).map(([, view]) => view)
}

/** The number of messages with the status, or of all messages if `status` is null. */
export function countOf(broadcast: Broadcast, status: MessageStatus | null): number {
  const { total, counts } = broadcast
  if (status === null) return total - counts.canceled
  return status === 'queued' ? queuedOf(broadcast) : counts[status]
}

/** The indices of recipients without a stored message, in order. */
export function queuedIn({ progress, length }: Pick<ChunkState, 'progress' | 'length'>): readonly number[] {
  const { cursor, waiting, attempt } = progress
  const begun = [
    ...waiting.map(({ index }) => index),
    ...(attempt === null ? [] : [...attempt.indices, ...attempt.stopped, ...attempt.overdue]),
  ]
  const fresh = Array.from({ length: length - cursor }, (_, i) => cursor + i)
  return [...begun.sort((one, other) => one - other), ...fresh]
}

/** What is being submitted to the recipient at an index, or else what was requested. */
function textsIn({ progress: { attempt } }: Chunk): (index: number) => WrittenText {
  const isWritten = attempt !== null && (attempt.texts ?? attempt.numbers) != null
  const texts = new Map(isWritten ? attempt.indices.map((index, i) => [index, writtenAt(attempt, i)] as const) : [])
  return (index) => texts.get(index) ?? AS_REQUESTED
}

/** When the sending windows of the recipients who are held open, by index. */
function heldUntilIn({ progress: { waiting } }: Chunk): ReadonlyMap<number, Date> {
  return new Map(waiting.flatMap(({ index, dueMs, isHeld }) => (isHeld ? [[index, new Date(dueMs)] as const] : [])))
}

const QUEUED = {
  status: 'queued',
  failure: null,
  sentAt: null,
  phase: 'waiting',
  attempt: 0,
  providerId: null,
  tries: [],
  cost: FREE,
} as const

/** Exports the messages of a broadcast by position, in steps, so that only one step is in memory at a time. */
export class ExportBroadcastMessages {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async *execute({ status, ...name }: ExportInput): AsyncGenerator<readonly MessageView[]> {
    const { total } = await this.deps.unitOfWork.run((stores) => requireBroadcast(stores, name))
    for (let from = 0; from < total; from += CHUNK_LENGTH_MAX) {
      const until = Math.min(total, from + CHUNK_LENGTH_MAX)
      const step = await this.deps.unitOfWork.run(async (stores) =>
        messagesAt(stores, await requireBroadcast(stores, name), { from, until, now: this.deps.clock.now() }),
      )
      yield status === null ? step : step.filter((message) => message.status === status)
    }
  }
}

type ExportInput = BroadcastName & { readonly status: MessageStatus | null }
