import '@mantine/schedule/styles.layer.css'
import { MonthView, type ScheduleEventData } from '@mantine/schedule'
import { scheduleTitleOf } from '../../../parts/schedule-title.js'
import { placeOf } from '../../../parts/time/time-format.js'
import { dayOf, timeOf } from '../../../parts/time/wall-clock-format.js'
import { clockChangeWords } from '../../../parts/timing/occurrence-marks.js'
import type { InSight, Occurrence, Schedule } from '../use-schedules.js'

export type MonthGridProps = {
  readonly inSight: InSight
  readonly schedules: ReadonlyMap<string, Schedule> | undefined
  readonly month: string
  readonly today: string
  readonly onDay: (day: string) => void
}

/** The weeks of a month. A day opens with all that is planned on it. */
export function MonthGrid({ inSight, schedules, month, today, onDay }: MonthGridProps) {
  const { results, clockChanges } = inSight
  const changesOn = (day: string) => clockChanges.filter((change) => change.day === day)
  return (
    <MonthView
      className="month-grid"
      date={`${month}-01`}
      withHeader={false}
      firstDayOfWeek={1}
      highlightToday={false}
      weekendDays={[]}
      maxEventsPerDay={3}
      events={results.map((occurrence) => eventOf(occurrence, schedules?.get(occurrence.scheduleId)))}
      renderEventBody={({ title, payload }) => <EventBody title={title} occurrence={payload as Occurrence} />}
      onDayClick={onDay}
      onEventClick={({ payload }) => onDay((payload as Occurrence).wallClock.slice(0, 10))}
      labels={{ moreLabel: (count) => `${count} more` }}
      getDayProps={(day) => {
        const changes = changesOn(day)
        const words = changes.map(({ change, timezone }) => clockChangeWords(change, timezone)).join('. ')
        return {
          'aria-label': [day === today ? `Today, ${dayOf(day)}` : dayOf(day), words]
            .filter((part) => part !== '')
            .join('. '),
          ...(day === today && { 'aria-current': 'date' as const }),
          ...(changes.length > 0 && {
            'data-clocks': changes[0]!.change === 'gap' ? 'Clocks forward' : 'Clocks back',
            title: words,
          }),
        }
      }}
    />
  )
}

function EventBody({ title, occurrence }: { readonly title: string; readonly occurrence: Occurrence }) {
  return (
    <span data-skipped={occurrence.isSkipped || undefined} className="month-event">
      {title}
    </span>
  )
}

function eventOf(occurrence: Occurrence, schedule: Schedule | undefined): ScheduleEventData {
  const { scheduleId, wallClock, scheduleStatus, isSkipped, clockChange } = occurrence
  const day = wallClock.slice(0, 10)
  return {
    id: `${scheduleId} ${wallClock}`,
    title: titleOf(occurrence, schedule),
    start: `${day} ${wallClock.slice(11)}`,
    // It has no length: only its day matters here.
    end: `${day} 23:59:59`,
    color: isSkipped || scheduleStatus === 'paused' ? 'gray' : clockChange === null ? 'accent' : 'orange',
    payload: occurrence,
  }
}

function titleOf(occurrence: Occurrence, schedule: Schedule | undefined): string {
  const { wallClock, timezone, scheduleStatus, isSkipped } = occurrence
  const state = isSkipped ? 'Skipped: ' : scheduleStatus === 'paused' ? 'Paused: ' : ''
  return `${state}${timeOf(wallClock)} ${placeOf(timezone)}${schedule === undefined ? '' : ` · ${scheduleTitleOf(schedule)}`}`
}
