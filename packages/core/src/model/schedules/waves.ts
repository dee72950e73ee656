import type { Range } from '../../values/field-rule.js'
import { addMs } from '../../values/time/instant.js'
import type { Broadcast } from '../broadcasts/broadcast.js'

/** Sends to `recipientsPerWave` recipients at once, and to the next ones after `waveIntervalMinutes`. */
export type WaveConfig = { readonly recipientsPerWave: number; readonly waveIntervalMinutes: number }

export const WAVE_RANGES = {
  recipientsPerWave: { min: 1, max: 50_000 },
  waveIntervalMinutes: { min: 1, max: 1_440 },
} as const satisfies Record<keyof WaveConfig, Range>

/** The total number of recipients released once the next wave has begun; without waves, all recipients. */
export function releasedNext(
  { total, released }: Pick<Broadcast, 'total' | 'released'>,
  waves: WaveConfig | null,
): number {
  return waves === null ? total : Math.min(total, released + waves.recipientsPerWave)
}

/** A wave that is late by less than this counts as punctual: the next wave keeps its planned time, to avoid drift. */
const PUNCTUAL_MS = 5_000

/** The time of the next wave. After a wave delayed by an outage, the next one waits the full interval. */
export function nextWaveAt(plannedAt: Date, now: Date, { waveIntervalMinutes }: WaveConfig): Date {
  const isPunctual = now.getTime() - plannedAt.getTime() < PUNCTUAL_MS
  return addMs(isPunctual ? plannedAt : now, waveIntervalMinutes * 60_000)
}
