import type { AccountId, BroadcastId } from '../../values/ids.js'
import type { HeldRefusal } from '../consent/consent.js'
import type { FrequencyCap } from '../frequency/frequency-cap.js'
import type { Violation } from '../templates/content-policy.js'
import type { Broadcast } from './broadcast.js'
import type { Recipients } from './recipients.js'

/** The maximum number of recipients in one chunk. */
export const CHUNK_LENGTH_MAX = 1_000

/**
 * A part of a broadcast, submitted in slices:
 *
 *     to submit: at cursor, or in `waiting` ---attempt committed--> being submitted --settled--> outcome known
 *                              ^                                                       |
 *                              `---------------the provider could not take it----------`
 *
 * A recipient whose sending window is closed, or whose number of the pool has no free slot, moves from the cursor to
 * `waiting` without an attempt.
 *
 * A chunk is over when its cursor is at the end, no recipient waits, and no attempt is open.
 */
export type Chunk = {
  readonly account: AccountId
  readonly broadcast: BroadcastId
  /** Counted from 0. */
  readonly number: number
  /** The position of its first recipient in the broadcast; the others follow. */
  readonly firstPosition: number
  readonly recipients: Recipients
  readonly progress: ChunkProgress
}

export type ChunkProgress = {
  /** The number of recipients that slices have included so far; recipients are taken in order. */
  readonly cursor: number
  /**
   * The recipients that the provider could not accept, whose sending window is closed, or whose number of the pool has no
   * free slot, by index in the chunk.
   */
  readonly waiting: readonly Waiting[]
  /** When the waiting recipients are tried again. */
  readonly retryAt: Date | null
  /** The number of consecutive slices in which the provider accepted no message. */
  readonly misses: number
  /** The number of slices that were begun, including the open one. */
  readonly slices: number
  /** The slice that is being submitted. */
  readonly attempt: SliceAttempt | null
}

/** A recipient by index in the chunk, and since when it waits, in milliseconds: since its first attempt, if it had one. */
export type Waiting = {
  readonly index: number
  readonly sinceMs: number
  /** When it is tried again, in milliseconds: at the time that the provider requested, after a backoff, or when its window opens. */
  readonly dueMs: number
  /** An earlier attempt looked up the carrier. The look-up is charged when the message is sent. */
  readonly wasLookedUp?: true
  /**
   * It waits until its sending window opens, at `dueMs`, and not for the provider. `sinceMs` does not matter then: its hour
   * of tries begins when the window opens.
   */
  readonly isHeld?: true
  /**
   * It waits for a slot of its number of the pool, which is expected at `dueMs`, and not for the provider. `sinceMs` does not
   * matter then: its hour of tries begins when it gets the slot.
   */
  readonly isPaced?: true
  /** An earlier attempt counted it towards frequency caps. The use is given back if the provider never takes the message. */
  readonly isCounted?: true
}

/** How many recipients wait until their sending window opens. */
export function heldIn({ waiting }: Pick<ChunkProgress, 'waiting'>): number {
  return waiting.filter(({ isHeld }) => isHeld).length
}

/** When the window of the first held recipient opens, in milliseconds; null if none is held. */
export function firstOpeningMs({ waiting }: Pick<ChunkProgress, 'waiting'>): number | null {
  const openings = waiting.flatMap(({ isHeld, dueMs }) => (isHeld ? [dueMs] : []))
  return openings.length === 0 ? null : Math.min(...openings)
}

/** Whether it was tried, and waits for the provider. */
export function waitsForProvider({ isHeld, isPaced }: Waiting): boolean {
  return !isHeld && !isPaced
}

/** The messages of an open submission, committed before it begins. They are never rendered again. */
export type SliceAttempt = {
  /** Unique for each attempt. */
  readonly id: string
  /** Counted from 1 in its chunk. */
  readonly number: number
  readonly at: Date
  /** The submitted recipients, by index in the chunk. */
  readonly indices: readonly number[]
  /** The rendered text for each of `indices`; null if no text needs rendering. */
  readonly texts: readonly string[] | null
  /** The media for each of `indices`. Absent if the broadcast and its recipients determine the media. */
  readonly mediaUrls?: readonly (string | null)[]
  /** The number of the pool for each of `indices`. Absent if the broadcast is sent from one number. */
  readonly numbers?: readonly string[]
  /** The subset of `indices` whose carrier was not looked up recently. */
  readonly lookUps: readonly number[]
  /**
   * The recipients without consent, those whose number the account does not text because it is a landline, those for
   * whom a frequency cap is reached, those who would wait too long for their sending window, those whose text violates the
   * content policy, and those whose broadcast has expired, by index in the chunk.
   */
  readonly stopped: readonly number[]
  /** The reason for each of `stopped`. Absent if there are none, or in older data, where the reason is an opt-out. */
  readonly stoppedBy?: readonly StopReason[]
  /**
   * The number of the pool for each of `stopped`; null for recipients without one. Absent if none has one, or the broadcast is
   * sent from one number.
   */
  readonly stoppedFrom?: readonly (string | null)[]
  /** The recipients that the provider did not accept for an hour: they fail. */
  readonly overdue: readonly number[]
  /** The recipients that waited for another try, or for their sending window. Those that are in `stopped` are not in `indices`. */
  readonly again: readonly Waiting[]
  /** All of `indices` count towards frequency caps. Absent if the account had none. */
  readonly isCounted?: true
}

/** Why a recipient of a slice is not sent the message. */
export type StopReason = HeldRefusal | 'landline' | 'outside-sending-window' | 'expired' | CapReached | Violation

export type CapReached = { readonly cap: FrequencyCap }

export const NOT_BEGUN: ChunkProgress = {
  cursor: 0,
  waiting: [],
  retryAt: null,
  misses: 0,
  slices: 0,
  attempt: null,
}

/** The number of the chunk that contains this position of the broadcast: every chunk but the last is full. */
export function chunkNumberAt(position: number): number {
  return Math.floor(position / CHUNK_LENGTH_MAX)
}

/** Splits the recipients into chunks, in order; every chunk but the last is full. */
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
      ...(all.templates && { templates: part(all.templates) }),
    }
    return { account, broadcast, number, firstPosition, recipients, progress: NOT_BEGUN }
  })
}

export function isOver({ recipients, progress }: Pick<Chunk, 'recipients' | 'progress'>): boolean {
  const { cursor, waiting, attempt } = progress
  return cursor === recipients.phones.length && waiting.length === 0 && attempt === null
}
