import type { CountsToAdd } from '../../model/broadcasts/broadcast-store.js'
import { NO_OUTCOMES, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { broadcastEvent, sendEvent } from '../../model/events/event.js'
import { IDEMPOTENCY_WINDOW_MS } from '../../model/idempotency/key.js'
import type { Message } from '../../model/messages/message.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { giveBackFailed } from '../frequency/give-back.js'
import { pauseIfFailing } from '../watch/judge-broadcast.js'
import { freesKey } from './settlement.js'

type CountingStores = Pick<Stores, 'broadcasts' | 'events' | 'schedules'>

/**
 * Adds the counts, appends events if the broadcast ends, pauses it if too many of its messages have failed, and returns the
 * broadcast, or null if all counts are 0.
 */
export async function countOutcomes(
  stores: CountingStores & Pick<Stores, 'messages'>,
  ids: Ids,
  outcomes: CountsToAdd,
): Promise<Broadcast | null> {
  const broadcast = await addOutcomes(stores, ids, outcomes)
  return broadcast && pauseIfFailing(stores, ids, broadcast, outcomes.now)
}

async function addOutcomes(stores: CountingStores, ids: Ids, outcomes: CountsToAdd): Promise<Broadcast | null> {
  if (Object.values(outcomes.counts).every((count) => count === 0)) return null
  const { broadcast, isEnd } = await stores.broadcasts.count(outcomes)
  if (isEnd) await publishEnd(stores, ids, broadcast, outcomes.now)
  return broadcast
}

async function publishEnd(
  { events, schedules }: Pick<Stores, 'events' | 'schedules'>,
  ids: Ids,
  broadcast: Broadcast,
  at: Date,
): Promise<void> {
  const { account, send: name } = broadcast
  await events.append(account, [broadcastEvent(broadcast, { id: ids.next('evt'), at })])
  const send = name && (await schedules.findSend(account, name.id))
  if (send?.status !== 'started') return
  await events.append(account, [sendEvent('schedule.send.completed', send, { id: ids.next('evt'), at })])
}

/**
 * Counts a broadcast's message that was finished by a separate job, just before the message is settled: raises the
 * broadcast's count, and expires or frees the recipient's key. Does nothing if the message belongs to no broadcast, is
 * not final, or is no longer being submitted in that attempt.
 */
export async function countInBroadcast(stores: Stores, ids: Ids, after: Message, now: Date): Promise<void> {
  const { account, id, broadcast, attempt, status } = after
  if (broadcast === null || status === 'queued') return
  const before = (await stores.messages.lock(account, [id])).get(id)
  if (before?.phase !== 'submitting' || before.attempt !== attempt) return
  await giveBackFailed(stores, after)
  await settleKey(stores, after, now)
  await addOutcomes(stores, ids, { account, broadcast, counts: { ...NO_OUTCOMES, [status]: 1 }, now })
}

/**
 * Pauses the broadcast of such a message if too many have failed. After the message is settled, also by a receipt that was
 * kept for it, so that the failures are those that are stored.
 */
export async function judgeAfter(stores: Stores, ids: Ids, settled: Message, now: Date): Promise<void> {
  const { account, broadcast: id, status } = settled
  if (id === null || status === 'queued') return
  const broadcast = await stores.broadcasts.lock(account, id)
  if (broadcast !== null) await pauseIfFailing(stores, ids, broadcast, now)
}

async function settleKey({ recipientKeys }: Stores, message: Message, now: Date): Promise<void> {
  const { account, broadcast, to, idempotencyKey } = message
  if (idempotencyKey === null) return
  const bound = { account, broadcast: broadcast!, phones: [to as PhoneNumber], keys: [idempotencyKey] }
  if (freesKey(message)) await recipientKeys.free(bound)
  else await recipientKeys.expire({ ...bound, at: addMs(now, IDEMPOTENCY_WINDOW_MS) })
}
