import { heldIn, type Chunk, type ChunkProgress, type Waiting } from '../../model/broadcasts/chunk.js'
import { pick } from '../../model/broadcasts/recipients.js'
import type { Opening } from '../../model/windows/opening.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { ERASED } from '../../values/phone/phone-number.js'
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
import { askConsent } from './consent-gate.js'

/** What is due in a chunk, and the progress of the chunk before it. */
export type DueInWindows = { readonly due: DueSlice; readonly progress: ChunkProgress }

type WindowStores = OpeningStores & Pick<Stores, 'consents'>

/**
 * Finds the next recipients who are due and whose sending window is open. Recipients whose window is closed are held, unless
 * they are stopped in any case; if all recipients of a slice are held, the search goes on with the next ones.
 */
export async function dueInWindows(stores: WindowStores, home: Home, limits: SliceLimits): Promise<DueInWindows> {
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
  stores: WindowStores,
  chunk: Chunk,
  hours: FixedSendingHours,
  due: DueSlice,
  now: Date,
): Promise<DueSlice> {
  const indices = indicesOf(due)
  if (indices.length === 0) return due
  const { account, recipients } = chunk
  const openings = await openingsOf(stores, hours, { account, phones: pick(recipients.phones, indices), now })
  const examined = (one: Waiting): Examined => ({ one, opening: openings.get(recipients.phones[one.index]!)! })
  const again = due.again.map(examined)
  const fresh = due.fresh.map((index) => examined({ index, sinceMs: now.getTime(), dueMs: now.getTime() }))
  const all = [...again, ...fresh]
  const stopped = await stoppedAmong(
    stores,
    chunk,
    all.filter(({ opening }) => opening.kind !== 'open'),
  )
  const isDue = ({ one, opening }: Examined) => opening.kind === 'open' || stopped.has(one.index)
  const dueOf = (some: readonly Examined[]) => some.filter(isDue).map(({ one }) => one)
  const others = all.filter((each) => !isDue(each))
  return {
    ...due,
    again: dueOf(again).map((one) => (one.isHeld ? noLongerHeld(one, now) : one)),
    fresh: dueOf(fresh).map(({ index }) => index),
    held: others.flatMap(({ one, opening }) => (opening.kind === 'held' ? [heldUntil(one, opening.until)] : [])),
    late: others.flatMap(({ one, opening }) => (opening.kind === 'never' ? [one] : [])),
  }
}

type Examined = { readonly one: Waiting; readonly opening: Opening }

/**
 * Those who will get no text, so that they need not wait for a window. Their window may not be the one that they waited for:
 * whoever opts out leaves the groups that have windows, and an erased recipient has no clock. Consent stays locked, so the
 * check that stops them finds the same.
 */
async function stoppedAmong(
  stores: Pick<Stores, 'consents'>,
  chunk: Chunk,
  closed: readonly Examined[],
): Promise<ReadonlySet<number>> {
  const isErased = ({ one }: Examined) => chunk.recipients.phones[one.index] === ERASED
  const wereHeld = closed.filter((each) => each.one.isHeld && !isErased(each)).map(({ one }) => one.index)
  const refused = wereHeld.length === 0 ? [] : (await askConsent(stores, chunk, wereHeld)).stopped
  return new Set([...closed.filter(isErased).map(({ one }) => one.index), ...refused])
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
