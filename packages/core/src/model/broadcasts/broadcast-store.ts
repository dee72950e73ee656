import type { AccountId, BroadcastId, MessageId } from '../../values/ids.js'
import type { PositionRange } from '../../values/page.js'
import type { Account } from '../accounts/account.js'
import type { Broadcast, BroadcastCounts, ShownStatus } from './broadcast.js'
import type { Chunk, ChunkProgress, SliceAttempt } from './chunk.js'

export interface BroadcastStore {
  /**
   * Adds a broadcast with all its chunks. The caller guarantees valid phone numbers, and keys that pass
   * `isIdempotencyKey`, so a store may join many values in one text. Returns false and changes nothing if the
   * broadcast already exists.
   */
  add(broadcast: Broadcast, chunks: readonly Chunk[]): Promise<boolean>
  find(account: AccountId, id: BroadcastId): Promise<Broadcast | null>
  /** The broadcast, and the settings of its account that each of its slices needs as they are now. */
  findToDispatch(account: AccountId, id: BroadcastId): Promise<BroadcastToDispatch | null>
  /** Newest first, then by descending id: at most `limit`, after the given place in this order. */
  list(account: AccountId, query: BroadcastQuery): Promise<readonly Broadcast[]>
  /** Whether one of the account's unfinished broadcasts has a recipient with this message id. */
  expects(account: AccountId, message: MessageId): Promise<boolean>
  /** For operators, who know only the id of the broadcast, not its account. */
  accountOf(id: BroadcastId): Promise<AccountId | null>
  /** Locks the broadcast until the unit of work ends. Of the contended rows, only the credits are locked later. */
  lock(account: AccountId, id: BroadcastId): Promise<Broadcast | null>
  /** Saves `status`, `released`, `watch`, the later instants, `counts`, `held` and `retriedAs`. The caller must have locked the broadcast. */
  save(broadcast: Broadcast): Promise<void>
  /** Changes a `queued` broadcast to `sending`. `at`: when its first attempt began; null if all due recipients are held. */
  begin(account: AccountId, id: BroadcastId, at: Date | null): Promise<void>
  /** Adds to `held`; the number can be negative. Locks the broadcast until the unit of work ends. */
  hold(account: AccountId, id: BroadcastId, recipients: number): Promise<void>
  /**
   * Adds to the counts, and ends the broadcast with the last outcome, as `withOutcomes` does. Returns the updated
   * broadcast, and whether these outcomes ended it. Locks the broadcast until the unit of work ends.
   */
  count(outcomes: CountsToAdd): Promise<{ readonly broadcast: Broadcast; readonly isEnd: boolean }>

  /** Locks the chunk until the unit of work ends. */
  lockChunk(key: ChunkKey): Promise<Chunk | null>
  /**
   * Like `lockChunk`, but null unless this attempt is open. Omits the recipients and the attempt of the chunk: both are fixed.
   */
  lockProgress(key: ChunkKey, attempt: string): Promise<OpenProgress | null>
  /** Locks all chunks of the broadcast, in order, until the unit of work ends. */
  lockChunks(account: AccountId, broadcast: BroadcastId): Promise<readonly ChunkState[]>
  /** The chunks with recipients at these positions (`until` excluded), in order. Takes no locks. */
  chunksAt(account: AccountId, broadcast: BroadcastId, positions: PositionRange): Promise<readonly Chunk[]>
  /** The progress of every chunk, in order. Takes no locks. */
  chunkStates(account: AccountId, broadcast: BroadcastId): Promise<readonly ChunkState[]>
  /**
   * Saves the progress of the chunk if the attempt `from` is open or, when `from` is null, no attempt is open.
   * Otherwise changes nothing and returns false: the progress was saved before, or another process has saved its own.
   */
  saveProgress(chunk: ChunkKey & { readonly progress: ChunkProgress }, from: string | null): Promise<boolean>
  /** Saves the progress of a chunk that the caller has locked. Does not change its attempt, open or not. */
  saveOpenProgress(chunk: ChunkKey & { readonly progress: OpenProgress }): Promise<void>
}

export type BroadcastToDispatch = { readonly broadcast: Broadcast } & Pick<Account, 'frequencyCaps'>

export type BroadcastQuery = {
  /** As clients see it; null matches all broadcasts. */
  readonly status: ShownStatus | null
  /** The last broadcast of the previous step; null for the first step. */
  readonly after: Pick<Broadcast, 'createdAt' | 'id'> | null
  readonly limit: number
}

export type CountsToAdd = {
  readonly account: AccountId
  readonly broadcast: BroadcastId
  readonly counts: BroadcastCounts
  readonly now: Date
}

/** The progress of a chunk without its open attempt. */
export type OpenProgress = Omit<ChunkProgress, 'attempt'>

export type ChunkKey = Pick<Chunk, 'account' | 'broadcast' | 'number'>

/** A chunk without its long parts: its recipients, and the texts of its open attempt. */
export type ChunkState = Omit<Chunk, 'recipients' | 'progress'> & {
  readonly length: number
  readonly progress: OpenProgress & { readonly attempt: Omit<SliceAttempt, 'texts'> | null }
}
