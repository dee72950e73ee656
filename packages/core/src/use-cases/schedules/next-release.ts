import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import type { Canary } from '../../model/broadcasts/canary.js'
import { beforeExpiry } from '../../model/broadcasts/expiry.js'
import { openCanaryOf, waitEndOf } from '../../model/broadcasts/watch.js'
import type { Send } from '../../model/schedules/send.js'
import { nextWaveAt, releasedNext } from '../../model/schedules/waves.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { pauseNow, waitAgain } from '../broadcasts/watch-canary.js'
import { nextLookAtWave } from '../broadcasts/pause-broadcast.js'
import { judgeCanary } from '../watch/judge-broadcast.js'

type Sent = Pick<Send, 'waves'>

/** The recipients released at the start of a send: those of the canary, of the first wave, or all. */
export function releasedFirst(total: number, { waves }: Sent, canary: Canary | null): number {
  return canary === null ? releasedNext({ total, released: 0 }, waves) : Math.min(total, canary.recipients)
}

/** How long after the start of the send its last recipients are released, without the wait of the canary. */
export function wavesTakeMs(total: number, { waves }: Sent, canary: Canary | null): number {
  if (waves === null) return 0
  const left = total - releasedFirst(total, { waves }, canary)
  return Math.ceil(left / waves.recipientsPerWave) * waves.waveIntervalMinutes * 60_000
}

/**
 * When the job of a send runs again after recipients were released and others wait. Between a canary and the first wave
 * there is at least the interval of the waves, so that a canary never makes a send faster.
 */
export function nextReleaseAt(plannedAt: Date, now: Date, { waves }: Sent, canary: Canary | null): Date {
  if (waves === null) return nextLookAtWave(now)
  const { waveIntervalMinutes, recipientsPerWave } = waves
  const waitMinutes = Math.max(waveIntervalMinutes, canary?.waitMinutes ?? 0)
  return nextWaveAt(plannedAt, now, { recipientsPerWave, waveIntervalMinutes: waitMinutes })
}

/** When to look again at a send, or how its next recipients are released. */
export type Look = { readonly again: Date } | { readonly again: null; readonly isUntested: boolean }

export const RELEASES: Look = { again: null, isUntested: false }

/**
 * Judges the canary of a send, between its waves if it has any. After a canary of which no message was submitted, a send without
 * waves releases only some more recipients.
 */
export async function lookAtCanary(
  stores: Stores,
  ids: Ids,
  { send, broadcast, now }: { readonly send: Sent; readonly broadcast: Broadcast; readonly now: Date },
): Promise<Look> {
  const canary = openCanaryOf(broadcast)
  if (canary === null || broadcast.released === 0) return RELEASES
  const waitEndsAt = endOfWait(send, broadcast, { canary, now })
  const isWaitOver = waitEndsAt !== null && waitEndsAt <= now && broadcast.held === 0
  const verdict = await judgeCanary(stores, broadcast, { isWaitOver })
  if (verdict.kind === 'passed') return RELEASES
  if (verdict.kind === 'untested') return { again: null, isUntested: send.waves === null }
  if (verdict.kind === 'stopped') {
    await pauseNow(stores, broadcast, { limit: verdict.limit, eventId: ids.next('evt'), now })
  }
  if (broadcast.held > 0) return { again: beforeExpiry(broadcast, await waitAgain(stores, broadcast, now)) }
  const again = nextLookAtWave(now)
  const isSooner = waitEndsAt !== null && waitEndsAt > now && waitEndsAt < again
  return { again: beforeExpiry(broadcast, isSooner ? waitEndsAt : again) }
}

/** With waves, the job comes when the wait is over, unless recipients of the canary were held meanwhile. */
function endOfWait(
  { waves }: Sent,
  broadcast: Broadcast,
  { canary, now }: { readonly canary: Canary; readonly now: Date },
): Date | null {
  if (waves === null) return waitEndOf(broadcast, canary)
  if (broadcast.watch?.heldAtMs === undefined) return now
  return waitEndOf(broadcast, { waitMinutes: Math.max(waves.waveIntervalMinutes, canary.waitMinutes) })
}
