import { broadcastEvent } from '../events/event.js'
import type { CountsToAdd } from '../ports/broadcast-store.js'
import type { Ids } from '../ports/ids.js'
import type { Stores } from '../ports/unit-of-work.js'
import type { Broadcast } from './broadcast.js'

/** Counts them, tells of the broadcast's end when they are the last, and answers it; null where there are none. */
export async function countOutcomes(
  { broadcasts, events }: Pick<Stores, 'broadcasts' | 'events'>,
  ids: Ids,
  outcomes: CountsToAdd,
): Promise<Broadcast | null> {
  if (Object.values(outcomes.counts).every((count) => count === 0)) return null
  const { broadcast, isEnd } = await broadcasts.count(outcomes)
  if (isEnd) {
    await events.append(outcomes.account, [broadcastEvent(broadcast, { id: ids.next('evt'), at: outcomes.now })])
  }
  return broadcast
}
