import type { Result } from '../../api/operation.js'
import { newTiming, type Recurrence, type Timing } from './timing.js'

type Schedule = Pick<
  Result<'/accounts/{account}/messaging/broadcast/schedules/{scheduleId}', 'get'>,
  'schedule' | 'waveConfig'
>

/** What the form of a schedule has: the opposite of `timedFieldsOf`. */
export function timingOfSchedule({ schedule, waveConfig }: Schedule): Timing {
  const { at, timezone, sendByLocalTime = false, recurrence } = schedule
  const fresh = newTiming(timezone)
  return {
    ...fresh,
    when: recurrence === undefined ? 'once' : 'repeatedly',
    at: at.slice(0, 16),
    byLocalTime: sendByLocalTime,
    inWaves: waveConfig !== undefined,
    waves: waveConfig ?? fresh.waves,
    ...(recurrence !== undefined && { recurrence: { ...fresh.recurrence, ...patternOf(recurrence) } }),
  }
}

function patternOf(recurrence: NonNullable<Schedule['schedule']['recurrence']>): Partial<Recurrence> {
  const { endOnDate, ...pattern } = recurrence as Partial<Recurrence>
  return { ...pattern, ...(endOnDate !== undefined && { endOnDate: endOnDate.slice(0, 10) }) }
}
