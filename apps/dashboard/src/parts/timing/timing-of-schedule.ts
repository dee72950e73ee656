import type { Result } from '../../api/operation.js'
import { canaryChoiceOf } from './canary.js'
import { newTiming, type Recurrence, type Timing } from './timing.js'

type Schedule = Pick<
  Result<'/accounts/{account}/messaging/broadcast/schedules/{scheduleId}', 'get'>,
  'schedule' | 'waveConfig' | 'canary'
>

/** What the form of a schedule has: the opposite of `timedFieldsOf`. */
export function timingOfSchedule({ schedule, waveConfig, canary }: Schedule): Timing {
  const { at, timezone, sendByLocalTime = false, recurrence } = schedule
  const fresh = newTiming(timezone)
  return {
    ...fresh,
    when: recurrence === undefined ? 'once' : 'repeatedly',
    at: at.slice(0, 16),
    byLocalTime: sendByLocalTime,
    inWaves: waveConfig !== undefined,
    waves: waveConfig ?? fresh.waves,
    hasCanary: canary !== undefined,
    canary: canary === undefined ? fresh.canary : canaryChoiceOf(canary),
    ...(recurrence !== undefined && { recurrence: { ...fresh.recurrence, ...patternOf(recurrence) } }),
  }
}

function patternOf(recurrence: NonNullable<Schedule['schedule']['recurrence']>): Partial<Recurrence> {
  const { endOnDate, ...pattern } = recurrence as Partial<Recurrence>
  return { ...pattern, ...(endOnDate !== undefined && { endOnDate: endOnDate.slice(0, 10) }) }
}
