import { broadcastEvent } from '../events/event.js'
import type { Outcomes } from '../ports/broadcast-store.js'
import type { Ids } from '../ports/ids.js'
import type { Stores } from '../ports/unit-of-work.js'

/** Counts them, and tells of the broadcast's end when they are the last. */
export async function countOutcomes(
  { broadcasts, events }: Pick<Stores, 'broadcasts' | 'events'>,
  ids: Ids,
  outcomes: Outcomes,
): Promise<void> {
  if (Object.values(outcomes.counts).every((count) => count === 0)) return
  const { broadcast, isEnd } = await broadcasts.count(outcomes)
  if (!isEnd) return
  await events.append(outcomes.account, [broadcastEvent(broadcast, { id: ids.next('evt'), at: outcomes.now })])
}
