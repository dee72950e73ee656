import type { CountsToAdd } from '../../model/broadcasts/broadcast-store.js'
import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { broadcastEvent, sendEvent } from '../../model/events/event.js'
import type { Ids } from '../../ports/ids.js'
import type { Stores } from '../../stores/unit-of-work.js'

/** Counts them, tells of the broadcast's end when they are the last, and answers it; null where there are none. */
export async function countOutcomes(
  stores: Pick<Stores, 'broadcasts' | 'events' | 'schedules'>,
  ids: Ids,
  outcomes: CountsToAdd,
): Promise<Broadcast | null> {
  if (Object.values(outcomes.counts).every((count) => count === 0)) return null
  const { broadcast, isEnd } = await stores.broadcasts.count(outcomes)
  if (isEnd) await tellEnd(stores, ids, broadcast, outcomes.now)
  return broadcast
}

async function tellEnd(
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
