import type { AccountId, BroadcastId } from '../../values/ids.js'
import type { HeldRefusal } from '../consent/consent.js'
import type { Broadcast } from './broadcast.js'
import type { Recipients } from './recipients.js'

/** Recipients of a broadcast that are stored together. */
export const CHUNK_LENGTH_MAX = 1_000

/**
 * A part of a broadcast, worked in slices:
 *
 *     begun: cursor, or taken from `waiting` --attempt committed--> being submitted --settled--> outcome known
 *                              ^                                                       |
 *                              `---------------the provider could not take it----------`
 *
 * It is over when its cursor is at the end, nobody waits, and no attempt is open.
 */
export type Chunk = {
  readonly account: AccountId
  readonly broadcast: BroadcastId
  /** Counted from 0. */
  readonly number: number
  /** Of its first recipient in the broadcast; the others follow. */
  readonly firstPosition: number
  readonly recipients: Recipients
  readonly progress: ChunkProgress
}

export type ChunkProgress = {
  /** So many of its recipients were begun, in their order. */
  readonly cursor: number
  /** Those that the provider could not take, by index in the chunk. */
  readonly waiting: readonly Waiting[]
  /** When they are tried again. */
  readonly retryAt: Date | null
  /** Slices in a row of which the provider took nothing. */
  readonly misses: number
  /** Slices that were begun, the open one included. */
  readonly slices: number
  /** The slice that is being submitted. */
  readonly attempt: SliceAttempt | null
}

/** An index in the chunk, and since when its message could not be handed over, in milliseconds. */
export type Waiting = {
  readonly index: number
  readonly sinceMs: number
  /** When it is tried again, in milliseconds: as the provider has said, or later and later. */
  readonly dueMs: number
  /** By an earlier attempt, which leaves the look-up to be paid when the message is sent. */
  readonly wasLookedUp?: true
}

/** What is being submitted, as it was committed before: from then on it is never rendered again. */
export type SliceAttempt = {
  /** Never used before. */
  readonly id: string
  /** Counted from 1 in its chunk. */
  readonly number: number
  readonly at: Date
  /** Those that are submitted, by index in the chunk. */
  readonly indices: readonly number[]
  /** What each of them is sent; null where it is what was submitted. */
  readonly texts: readonly string[] | null
  /** Those of them whose carrier was not looked up lately. */
  readonly lookUps: readonly number[]
  /** Those whose consent has gone. */
  readonly stopped: readonly number[]
  /** Why, for each of `stopped`. Absent where there are none; earlier versions stored none, and it was an opt-out. */
  readonly stoppedBy?: readonly HeldRefusal[]
  /** Those that the provider did not take for an hour: they fail. */
  readonly overdue: readonly number[]
  /** Those of `indices` that were tried before. */
  readonly again: readonly Waiting[]
}

export const NOT_BEGUN: ChunkProgress = {
  cursor: 0,
  waiting: [],
  retryAt: null,
  misses: 0,
  slices: 0,
  attempt: null,
}

/** Which chunk has the recipient at this position of the broadcast: every one but the last is full. */
export function chunkNumberAt(position: number): number {
  return Math.floor(position / CHUNK_LENGTH_MAX)
}

/** In their order; every chunk but the last is full. */
export function chunksOf(
  { id: broadcast, account }: Pick<Broadcast, 'id' | 'account'>,
  all: Recipients,
): readonly Chunk[] {
  const count = Math.ceil(all.phones.length / CHUNK_LENGTH_MAX)
  return Array.from({ length: count }, (_, number) => {
    const firstPosition = number * CHUNK_LENGTH_MAX
    const part = <T>(column: readonly T[]) => column.slice(firstPosition, firstPosition + CHUNK_LENGTH_MAX)
    const recipients = {
      phones: part(all.phones),
      keys: all.keys && part(all.keys),
      bodies: all.bodies && part(all.bodies),
      mediaUrls: all.mediaUrls && part(all.mediaUrls),
    }
    return { account, broadcast, number, firstPosition, recipients, progress: NOT_BEGUN }
  })
}

export function isOver({ recipients, progress }: Pick<Chunk, 'recipients' | 'progress'>): boolean {
  const { cursor, waiting, attempt } = progress
  return cursor === recipients.phones.length && waiting.length === 0 && attempt === null
}
