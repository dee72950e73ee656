import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { sendEvent } from '../../model/events/event.js'
import { isTooLate, sendJobIdOf } from '../../model/schedules/send.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { cancelIn } from '../broadcasts/cancel-broadcast.js'

/** Whether the broadcast belongs to an expired send: it was due more than an hour ago, and no slice has begun. */
export async function hasExpired(
  { schedules }: Pick<Stores, 'schedules'>,
  { account, status, send: name }: Broadcast,
  now: Date,
): Promise<boolean> {
  if (status !== 'queued' || name === null) return false
  const send = await schedules.findSend(account, name.id)
  return send !== null && isTooLate(send.scheduledFor, now)
}

/**
 * Skips a started send that has expired, for example because all workers crashed, and returns whether it did. Its
 * occurrence still counts. Locks the chunks first, so that a slice that began within the hour is visible.
 */
export async function skipMissed(
  stores: Stores,
  ids: Ids,
  { account, id, send: name }: Broadcast,
  now: Date,
): Promise<boolean> {
  await stores.schedules.lock(account, name!.schedule)
  await stores.broadcasts.lockChunks(account, id)
  const broadcast = (await stores.broadcasts.find(account, id))!
  const send = await stores.schedules.findSend(account, name!.id)
  if (send?.status !== 'started' || broadcast.status !== 'queued') return false
  const skipped = { ...send, status: 'skipped', reason: 'too_late' } as const
  await stores.schedules.saveSend(skipped)
  await stores.jobs.remove(account, [sendJobIdOf(send.id)])
  await stores.events.append(account, [sendEvent('schedule.send.failed', skipped, { id: ids.next('evt'), at: now })])
  await cancelIn(stores, ids, broadcast, now)
  return true
}
