import { pauseCauseOf } from '../../model/broadcasts/broadcast-view.js'
import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { refusedAmong, UNTEXTED_LANDLINE } from '../../model/broadcasts/refusals.js'
import { limitsOf, passedLimit, type PassedLimit } from '../../model/broadcasts/watch.js'
import { pausedEvent } from '../../model/events/event.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { EventId } from '../../values/ids.js'

type PausingStores = Pick<Stores, 'broadcasts' | 'events'>

/**
 * Pauses the broadcast if too many of its messages have failed. The caller has locked it. For a broadcast that is not
 * watched, and as long as its counts show that no limit is passed, this reads and changes nothing.
 */
export async function pauseIfFailing(
  stores: PausingStores & Pick<Stores, 'messages'>,
  ids: Ids,
  broadcast: Broadcast,
  now: Date,
): Promise<Broadcast> {
  const limits = limitsOf(broadcast)
  if (limits === null) return broadcast
  const { sent, failed } = broadcast.counts
  if (passedLimit(limits, { sent, refused: failed, optedOut: 0 }) === null) return broadcast
  const refused = await refusedOf(stores, broadcast)
  const limit = passedLimit(limits, { sent, refused, optedOut: 0 })
  return limit === null ? broadcast : pauseIn(stores, { broadcast, limit, eventId: ids.next('evt'), now })
}

/**
 * What is known about an open canary: whether a limit was passed and, if none was, whether this is final. `untested`: all
 * its messages have ended, and none was submitted.
 */
export type Verdict =
  { readonly kind: 'open' | 'passed' | 'untested' } | { readonly kind: 'stopped'; readonly limit: PassedLimit }

/**
 * Judges the open canary of a broadcast that is under way. It is final once the wait is over and either enough messages
 * have an outcome, or all that were released: then it is judged by what there is. Takes no locks.
 */
export async function judgeCanary(
  { messages }: Pick<Stores, 'messages'>,
  broadcast: Broadcast,
  { isWaitOver }: { readonly isWaitOver: boolean },
): Promise<Verdict> {
  const limits = limitsOf(broadcast)
  if (limits === null) return { kind: 'open' }
  const { account, id, released } = broadcast
  const { sent, failed, canceled } = broadcast.counts
  const refused = failed === 0 ? 0 : await refusedOf({ messages }, broadcast)
  const optedOut = sent === 0 ? 0 : await messages.optedOutOf(account, id, { from: 0, until: released })
  const areAllKnown = isWaitOver && sent + failed + canceled >= released
  const limit = passedLimit(areAllKnown ? { ...limits, atLeast: 1 } : limits, { sent, refused, optedOut })
  if (limit !== null) return { kind: 'stopped', limit }
  if (areAllKnown && sent + refused === 0) return { kind: 'untested' }
  return { kind: isWaitOver && (areAllKnown || sent + refused >= limits.atLeast) ? 'passed' : 'open' }
}

async function refusedOf({ messages }: Pick<Stores, 'messages'>, { account, id, total }: Broadcast): Promise<number> {
  return refusedAmong(await messages.failuresOf(account, id, { from: 0, until: total, except: UNTEXTED_LANDLINE }))
}

type Pausing = {
  readonly broadcast: Broadcast
  /** The limit that was passed; null if a request pauses it. */
  readonly limit: PassedLimit | null
  readonly eventId: EventId
  readonly now: Date
}

/** A send of a schedule that has started is not skipped as too late, however long it is paused. */
function statusAfter({ status, send, released }: Broadcast): Broadcast['status'] {
  return status === 'queued' && send !== null && released > 0 ? 'sending' : status
}

/** Pauses a broadcast that the caller has locked and that is under way, and returns it. */
export async function pauseIn(
  { broadcasts, events }: PausingStores,
  { broadcast, limit, eventId, now }: Pausing,
): Promise<Broadcast> {
  const watch = broadcast.watch && { ...broadcast.watch, pausedBecause: limit }
  const paused: Broadcast = { ...broadcast, status: statusAfter(broadcast), pausedAt: now, watch }
  await broadcasts.save(paused)
  const because = pauseCauseOf(paused)!
  await events.append(broadcast.account, [pausedEvent(paused, because, { id: eventId, at: now })])
  return paused
}
