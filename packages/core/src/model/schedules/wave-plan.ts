import { later } from '../../values/time/instant.js'
import type { Broadcast } from '../broadcasts/broadcast.js'
import type { WaveConfig } from './schedule.js'

/** How many are released with the next wave: all, where there are none. */
export function releasedNext(
  { total, released }: Pick<Broadcast, 'total' | 'released'>,
  waves: WaveConfig | null,
): number {
  return waves === null ? total : Math.min(total, released + waves.recipientsPerWave)
}

/** So late a wave counts as punctual: the next one keeps to the plan, so that they do not drift. */
const PUNCTUAL_MS = 5_000

/** When the wave after that one is: one that an outage has held up is followed at the interval, not caught up with. */
export function nextWaveAt(plannedAt: Date, now: Date, { waveIntervalMinutes }: WaveConfig): Date {
  const isPunctual = now.getTime() - plannedAt.getTime() < PUNCTUAL_MS
  return later(isPunctual ? plannedAt : now, waveIntervalMinutes * 60_000)
}
