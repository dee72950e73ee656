import type { AccountId, BroadcastId, MessageId } from '../../values/ids.js'
import type { PositionRange } from '../../values/page.js'
import type { Broadcast, BroadcastCounts } from './broadcast.js'
import type { Chunk, ChunkProgress, SliceAttempt } from './chunk.js'

export interface BroadcastStore {
  /**
   * Adds a broadcast with all its chunks. Their keys are as `isIdempotencyKey` has it, as their numbers are numbers, so
   * that a store may put many into one text. False, and nothing is changed, when it is there already.
   */
  add(broadcast: Broadcast, chunks: readonly Chunk[]): Promise<boolean>
  find(account: AccountId, id: BroadcastId): Promise<Broadcast | null>
  /** Whether one of the account has a recipient whose message has this id, and has not ended. */
  expects(account: AccountId, message: MessageId): Promise<boolean>
  /** For an operator, who has but the id. */
  accountOf(id: BroadcastId): Promise<AccountId | null>
  /** Holds the broadcast until the unit of work ends. Of those that many change, only the credits come after it. */
  lock(account: AccountId, id: BroadcastId): Promise<Broadcast | null>
  /** Changes status, what is released, instants, counts and what it was retried as, for whoever holds it. */
  save(broadcast: Broadcast): Promise<void>
  /** It is `sending` since then, if it was `queued`. */
  begin(account: AccountId, id: BroadcastId, at: Date): Promise<void>
  /**
   * Adds to the counts, ends the broadcast with the last outcome, as `withOutcomes` does, and answers it as it is then,
   * and whether these were the last. Holds it until the unit of work ends.
   */
  count(outcomes: CountsToAdd): Promise<{ readonly broadcast: Broadcast; readonly isEnd: boolean }>

  /** Holds the chunk until the unit of work ends. */
  lockChunk(key: ChunkKey): Promise<Chunk | null>
  /**
   * The same where this attempt is open in it, without what nobody changes meanwhile: its recipients and the attempt.
   */
  lockProgress(key: ChunkKey, attempt: string): Promise<OpenProgress | null>
  /** Holds all chunks of the broadcast until the unit of work ends, in order. */
  lockChunks(account: AccountId, broadcast: BroadcastId): Promise<readonly ChunkState[]>
  /** Those with recipients at these positions (the last excluded), in order. Holds nothing. */
  chunksAt(account: AccountId, broadcast: BroadcastId, positions: PositionRange): Promise<readonly Chunk[]>
  /** How far every chunk is, in order. Holds nothing. */
  chunkStates(account: AccountId, broadcast: BroadcastId): Promise<readonly ChunkState[]>
  /**
   * Changes how far the chunk is, if the attempt with the id `from` is open in it, or none where that is null. False,
   * and nothing is changed, when it is not: then this was done before, or somebody else has come first.
   */
  saveProgress(chunk: ChunkKey & { readonly progress: ChunkProgress }, from: string | null): Promise<boolean>
  /** The same for whoever holds the chunk. The attempt that is open stays as it is, and so does none. */
  saveOpenProgress(chunk: ChunkKey & { readonly progress: OpenProgress }): Promise<void>
}

export type CountsToAdd = {
  readonly account: AccountId
  readonly broadcast: BroadcastId
  readonly counts: BroadcastCounts
  readonly now: Date
}

/** How far a chunk is, but for the attempt that is open. */
export type OpenProgress = Omit<ChunkProgress, 'attempt'>

export type ChunkKey = Pick<Chunk, 'account' | 'broadcast' | 'number'>

/** A chunk without what is long: its recipients, and the texts that they are being sent. */
export type ChunkState = Omit<Chunk, 'recipients' | 'progress'> & {
  readonly length: number
  readonly progress: OpenProgress & { readonly attempt: Omit<SliceAttempt, 'texts'> | null }
}
