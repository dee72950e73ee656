import {
  isMessageOf,
  shownStatusOf,
  withOutcomes,
  type AccountId,
  type Broadcast,
  type BroadcastCounts,
  type BroadcastId,
  type BroadcastQuery,
  type BroadcastStore,
  type Chunk,
  type ChunkKey,
  type ChunkProgress,
  type ChunkState,
  type MessageId,
  type OpenProgress,
  type CountsToAdd,
  type PositionRange,
  type SliceAttempt,
} from '@carillon/core'
import { by, firstOf, NEWEST_FIRST } from '../tables/order.js'
import { broadcastPart } from '../tables/keys.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryBroadcastStore implements BroadcastStore {
  constructor(private readonly tables: Pick<Tables, 'accounts' | 'broadcasts' | 'broadcastsBySchedule' | 'chunks'>) {}

  async add(broadcast: Broadcast, chunks: readonly Chunk[]) {
    if (this.tables.broadcasts.has(broadcast)) return false
    this.tables.broadcasts.put(broadcast)
    const { account, id, send } = broadcast
    if (send !== null) this.tables.broadcastsBySchedule.put({ account, schedule: send.schedule, broadcast: id })
    for (const chunk of chunks) this.tables.chunks.put(chunk)
    return true
  }

  async find(account: AccountId, id: BroadcastId) {
    return this.tables.broadcasts.get(account, id) ?? null
  }

  async findToDispatch(account: AccountId, id: BroadcastId) {
    const broadcast = await this.find(account, id)
    const { frequencyCaps = [] } = this.tables.accounts.get(SERVICE, account) ?? {}
    return broadcast && { broadcast, frequencyCaps }
  }

  async list(account: AccountId, { status, after, limit }: BroadcastQuery) {
    const found = this.tables.broadcasts
      .of(account)
      .filter((broadcast) => status === null || shownStatusOf(broadcast) === status)
      .filter((broadcast) => after === null || NEWEST_FIRST(after, broadcast) < 0)
    return firstOf(found, NEWEST_FIRST, limit)
  }

  async expects(account: AccountId, message: MessageId) {
    const running = this.tables.broadcasts.of(account).filter(({ completedAt }) => completedAt === null)
    return running.some((broadcast) => isMessageOf(broadcast, message))
  }

  async accountOf(id: BroadcastId) {
    return this.tables.broadcasts.partWith(id) as AccountId | null
  }

  lock(account: AccountId, id: BroadcastId) {
    return this.find(account, id)
  }

  async save(broadcast: Broadcast) {
    const { account, id, status, released, watch, counts, held, startedAt, pausedAt, completedAt, retriedAs } =
      broadcast
    const before = this.tables.broadcasts.get(account, id)
    const changed = { status, released, watch, counts, held, startedAt, pausedAt, completedAt, retriedAs }
    if (before !== undefined) this.tables.broadcasts.put({ ...before, ...changed })
  }

  async begin(account: AccountId, id: BroadcastId, at: Date | null) {
    const before = this.tables.broadcasts.get(account, id)
    if (before === undefined || before.startedAt !== null) return
    if (before.status === 'queued' || before.status === 'sending') {
      this.tables.broadcasts.put({ ...before, status: 'sending', startedAt: at })
    }
  }

  async hold(account: AccountId, id: BroadcastId, recipients: number) {
    const before = this.tables.broadcasts.get(account, id)
    if (before !== undefined) this.tables.broadcasts.put({ ...before, held: before.held + recipients })
  }

  async count({ account, broadcast, counts, now }: CountsToAdd) {
    const before = this.tables.broadcasts.get(account, broadcast)
    if (before === undefined) throw new Error(`${account} has no ${broadcast} whose outcomes could be counted`)
    const after = withOutcomes(before, sumOf(before.counts, counts), now)
    this.tables.broadcasts.put(after)
    return { broadcast: after, isEnd: before.completedAt === null && after.completedAt !== null }
  }

  async lockChunk(key: ChunkKey) {
    return this.tables.chunks.get(broadcastPart(key), String(key.number)) ?? null
  }

  async lockProgress(key: ChunkKey, attempt: string) {
    const chunk = await this.lockChunk(key)
    if (chunk?.progress.attempt?.id !== attempt) return null
    const { attempt: _, ...progress } = chunk.progress
    return progress
  }

  lockChunks(account: AccountId, broadcast: BroadcastId) {
    return this.chunkStates(account, broadcast)
  }

  async chunksAt(account: AccountId, broadcast: BroadcastId, { from, until }: PositionRange) {
    if (from >= until) return []
    return this.chunksOf(account, broadcast).filter(
      ({ firstPosition, recipients }) => firstPosition < until && firstPosition + recipients.phones.length > from,
    )
  }

  async chunkStates(account: AccountId, broadcast: BroadcastId): Promise<readonly ChunkState[]> {
    return this.chunksOf(account, broadcast).map(({ recipients, ...chunk }) => {
      const { attempt, ...open } = chunk.progress
      const progress = { ...open, attempt: attempt && withoutTexts(attempt) }
      return { ...chunk, length: recipients.phones.length, progress }
    })
  }

  async saveProgress({ progress, ...key }: ChunkKey & { readonly progress: ChunkProgress }, from: string | null) {
    const before = await this.lockChunk(key)
    if (before === null || (before.progress.attempt?.id ?? null) !== from) return false
    this.tables.chunks.put({ ...before, progress })
    return true
  }

  async saveOpenProgress({
    progress: { cursor, waiting, retryAt, misses, slices },
    ...key
  }: ChunkKey & { readonly progress: OpenProgress }) {
    const before = await this.lockChunk(key)
    if (before === null) return
    const progress = { ...before.progress, cursor, waiting, retryAt, misses, slices }
    this.tables.chunks.put({ ...before, progress })
  }

  private chunksOf(account: AccountId, broadcast: BroadcastId): readonly Chunk[] {
    return this.tables.chunks.of(broadcastPart({ account, broadcast })).toSorted(by(({ number }) => number))
  }
}

function withoutTexts({ texts: _, ...attempt }: SliceAttempt): Omit<SliceAttempt, 'texts'> {
  return attempt
}

function sumOf(a: BroadcastCounts, b: BroadcastCounts): BroadcastCounts {
  return {
    sent: a.sent + b.sent,
    failed: a.failed + b.failed,
    canceled: a.canceled + b.canceled,
    delivered: a.delivered + b.delivered,
  }
}
