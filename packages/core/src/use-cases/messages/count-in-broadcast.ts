import type { CountsToAdd } from '../../model/broadcasts/broadcast-store.js'
import { NO_OUTCOMES, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { broadcastEvent, sendEvent } from '../../model/events/event.js'
import { IDEMPOTENCY_WINDOW_MS } from '../../model/idempotency/key.js'
import type { Message, MessageFailure } from '../../model/messages/message.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { giveBackFailed } from '../frequency/give-back.js'
import { pauseIfFailing } from '../watch/judge-broadcast.js'
import { freesKey } from './settlement.js'

/**
 * Adds the counts, appends events if the broadcast ends, pauses it if too many of its messages have failed, and returns the
 * broadcast, or null if all counts are 0. `unstored`: the failure of a message that is counted, but not stored yet.
 */
export async function countOutcomes(
  stores: Pick<Stores, 'broadcasts' | 'events' | 'schedules' | 'messages'>,
  ids: Ids,
  outcomes: CountsToAdd,
  unstored: MessageFailure | null = null,
): Promise<Broadcast | null> {
  if (Object.values(outcomes.counts).every((count) => count === 0)) return null
  const { broadcast, isEnd } = await stores.broadcasts.count(outcomes)
  if (!isEnd) return pauseIfFailing(stores, ids, broadcast, { unstored, now: outcomes.now })
  await publishEnd(stores, ids, broadcast, outcomes.now)
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
  const counts = { ...NO_OUTCOMES, [status]: 1 }
  await countOutcomes(stores, ids, { account, broadcast, counts, now }, after.failure)
}

async function settleKey({ recipientKeys }: Stores, message: Message, now: Date): Promise<void> {
  const { account, broadcast, to, idempotencyKey } = message
  if (idempotencyKey === null) return
  const bound = { account, broadcast: broadcast!, phones: [to as PhoneNumber], keys: [idempotencyKey] }
  if (freesKey(message)) await recipientKeys.free(bound)
  else await recipientKeys.expire({ ...bound, at: addMs(now, IDEMPOTENCY_WINDOW_MS) })
}
