import { heldIn, type Chunk, type ChunkProgress, type Waiting } from '../../model/broadcasts/chunk.js'
import { pick } from '../../model/broadcasts/recipients.js'
import type { Opening } from '../../model/windows/opening.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { Stores } from '../../stores/unit-of-work.js'
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

/** Counts the recipients of a chunk that are held now and were not before, or the other way round. */
export async function countHeld(
  { broadcasts }: Pick<Stores, 'broadcasts'>,
  { account, broadcast, progress }: Pick<Chunk, 'account' | 'broadcast' | 'progress'>,
  after: ChunkProgress,
): Promise<void> {
  const change = heldIn(after) - heldIn(progress)
  if (change !== 0) await broadcasts.hold(account, broadcast, change)
}
