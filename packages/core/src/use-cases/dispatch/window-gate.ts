import {
  CHUNK_LENGTH_MAX,
  firstOpeningMs,
  heldIn,
  type Chunk,
  type ChunkProgress,
  type Waiting,
} from '../../model/broadcasts/chunk.js'
import { pick } from '../../model/broadcasts/recipients.js'
import type { Opening } from '../../model/windows/opening.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import { chunkJobIdOf } from '../../model/broadcasts/message-id-at.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import { nextInChain, previousInChain } from '../broadcasts/chunk-job.js'
import {
  dueIn,
  hasFailing,
  indicesOf,
  withHeld,
  type DueSlice,
  type Home,
  type OpenSlice,
  type SliceLimits,
} from '../broadcasts/slice.js'
import { openingsOf, type OpeningStores } from '../windows/recipient-openings.js'

/** What is due in a chunk, and the progress of the chunk before it. */
export type DueInWindows = { readonly due: DueSlice; readonly progress: ChunkProgress }

/**
 * Finds the next recipients who are due and whose sending window is open. Recipients whose window is closed are held; if all
 * recipients of a slice are, the search goes on with the next ones.
 */
export async function dueInWindows(stores: OpeningStores, home: Home, limits: SliceLimits): Promise<DueInWindows> {
  const { broadcast, chunk } = home
  if (broadcast.sendingHours === null) return { due: dueIn(home, limits), progress: chunk.progress }
  let { progress } = chunk
  for (;;) {
    const moved = { ...chunk, progress }
    const due = await hold(
      stores,
      moved,
      broadcast.sendingHours,
      dueIn({ broadcast, chunk: moved }, limits),
      limits.now,
    )
    const isFound = indicesOf(due).length > 0 || hasFailing(due)
    if (isFound || due.held.length === 0) return { due, progress }
    progress = withHeld(progress, due)
  }
}

async function hold(
  stores: OpeningStores,
  { account, recipients }: Chunk,
  hours: FixedSendingHours,
  due: DueSlice,
  now: Date,
): Promise<DueSlice> {
  const indices = indicesOf(due)
  if (indices.length === 0) return due
  const openings = await openingsOf(stores, hours, { account, phones: pick(recipients.phones, indices), now })
  const examined = (one: Waiting): Examined => ({ one, opening: openings.get(recipients.phones[one.index]!)! })
  const again = due.again.map(examined)
  const fresh = due.fresh.map((index) => examined({ index, sinceMs: now.getTime(), dueMs: now.getTime() }))
  const all = [...again, ...fresh]
  return {
    ...due,
    again: openOf(again).map((one) => (one.isHeld ? noLongerHeld(one, now) : one)),
    fresh: openOf(fresh).map(({ index }) => index),
    held: all.flatMap(({ one, opening }) => (opening.kind === 'held' ? [heldUntil(one, opening.until)] : [])),
    late: all.flatMap(({ one, opening }) => (opening.kind === 'never' ? [one] : [])),
  }
}

type Examined = { readonly one: Waiting; readonly opening: Opening }

function openOf(examined: readonly Examined[]): readonly Waiting[] {
  return examined.flatMap(({ one, opening }) => (opening.kind === 'open' ? [one] : []))
}

function heldUntil(one: Waiting, until: Date): Waiting {
  return { ...one, dueMs: until.getTime(), isHeld: true }
}

/** Its hour of tries begins now. */
function noLongerHeld({ isHeld: _, ...one }: Waiting, now: Date): Waiting {
  return { ...one, sinceMs: now.getTime() }
}

/** Whether all recipients of an attempt may be texted now. */
export async function areWindowsOpen(
  stores: OpeningStores,
  { broadcast: { sendingHours: hours }, chunk: { account, recipients }, attempt }: OpenSlice,
  now: Date,
): Promise<boolean> {
  if (hours === null) return true
  const phones = pick(recipients.phones, attempt.indices)
  const openings = await openingsOf(stores, hours, { account, phones, now })
  return [...openings.values()].every(({ kind }) => kind === 'open')
}

/**
 * A chunk whose turn has not come looks again by itself after this time, multiplied by the number of chunks ahead of it in its
 * chain: so the chunks of a large broadcast do not all look again and again.
 */
const TURN_AGAIN_MS = 10_000

/**
 * If the windows of a chunk have opened, but its turn has not come: when its job runs again. Null otherwise. When the windows of many
 * chunks open together, they are sent as they would be without windows: the chunks of a chain one after the other.
 *
 * A chunk waits while the chunk before it has recipients whose windows have opened too, and a job. The worker of that chunk brings
 * the job forward in `endTurn`. Takes no locks, so the job may miss that; then it looks again by itself.
 */
export async function turnOf(stores: TurnStores, chunk: Chunk, now: Date): Promise<Date | null> {
  const { account, broadcast, progress, recipients } = chunk
  const previous = previousInChain(chunk)
  const isAllBegun = progress.cursor === recipients.phones.length
  if (previous === null || !isAllBegun || !hasOpened(progress, now)) return null
  if (progress.waiting.some(({ isHeld }) => !isHeld)) return null
  const from = previous.number * CHUNK_LENGTH_MAX
  const [before] = await stores.broadcasts.chunksAt(account, broadcast, { from, until: from + 1 })
  if (!hasOpened(before!.progress, now)) return null
  const hasJob = await stores.jobs.exists(account, chunkJobIdOf(broadcast, previous.number))
  return hasJob ? addMs(now, TURN_AGAIN_MS * previous.ahead) : null
}

type TurnStores = Pick<Stores, 'broadcasts' | 'jobs'>

/**
 * Brings the job of the next chunk in the chain forward, if this chunk has no more recipients that were held until now. Never
 * waits for the worker of that job, which may wait for a lock of this unit of work.
 */
export async function endTurn(
  { jobs }: Pick<Stores, 'jobs'>,
  { broadcast, chunk }: Home,
  after: ChunkProgress,
  now: Date,
): Promise<void> {
  if (!hasOpened(chunk.progress, now) || hasOpened(after, now)) return
  const next = nextInChain(chunk, broadcast, now)
  if (next !== null) await jobs.bringForward([next])
}

function hasOpened(progress: Pick<ChunkProgress, 'waiting'>, now: Date): boolean {
  const opensMs = firstOpeningMs(progress)
  return opensMs !== null && opensMs <= now.getTime()
}

/** Counts the recipients of a chunk that are held now and were not before, or the other way round. */
export async function countHeld(
  { broadcasts }: Pick<Stores, 'broadcasts'>,
  { account, broadcast, progress }: Pick<Chunk, 'account' | 'broadcast' | 'progress'>,
  after: ChunkProgress,
): Promise<void> {
  const change = heldIn(after) - heldIn(progress)
  if (change !== 0) await broadcasts.hold(account, broadcast, change)
}
