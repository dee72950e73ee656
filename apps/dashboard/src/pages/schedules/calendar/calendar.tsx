import { ActionIcon, Alert, Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { read } from '../../../api/read.js'
import { Delayed } from '../../../parts/state/delayed.js'
import { QueryView } from '../../../parts/state/query-view.js'
import { BoxesSkeleton } from '../../../parts/state/skeletons.js'
import { dayOf, monthOf } from '../../../parts/time/wall-clock-format.js'
import { clockChangeWords } from '../../../parts/timing/occurrence-marks.js'
import { OccurrenceList } from '../occurrence-list.js'
import { useOpenSchedules, type InSight } from '../use-schedules.js'
import { Agenda } from './agenda.js'
import { daysShown, instantsAround, monthAfter } from './month-days.js'

/** The month is drawn by a large library, which phones do without. */
const MonthGrid = lazy(() => import('./month-grid.js').then(({ MonthGrid }) => ({ default: MonthGrid })))

export type CalendarProps = {
  readonly account: string
  /** `YYYY-MM`. */
  readonly month: string
  /** In the zone of the account. */
  readonly today: string
  readonly onMonth: (month: string) => void
}

/** Every occurrence of a month: a grid of days, or on a small screen a list by day. */
export function Calendar({ account, month, today, onMonth }: CalendarProps) {
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [day, setDay] = useState<string | null>(null)
  const schedules = useOpenSchedules(account)
  const inSight = useQuery({
    ...read('schedules', '/accounts/{account}/messaging/broadcast/schedules/occurrences', {
      path: { account },
      query: instantsAround(daysShown(month)),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md" className="in-order">
      <MonthNavigation month={month} today={today} onMonth={onMonth} />
      <QueryView query={inSight} skeleton={<BoxesSkeleton boxes={1} height={480} />}>
        {(shown) => (
          <>
            {!shown.isComplete && (
              <Alert color="orange">
                There are more than these. The schedules with the most occurrences hide others: open them one by one.
              </Alert>
            )}
            {isWide ? (
              <Suspense
                fallback={
                  <Delayed>
                    <BoxesSkeleton boxes={1} height={480} />
                  </Delayed>
                }
              >
                <MonthGrid inSight={shown} schedules={schedules.data} month={month} today={today} onDay={setDay} />
              </Suspense>
            ) : (
              <Agenda account={account} inSight={shown} schedules={schedules.data} month={month} today={today} />
            )}
            <Modal
              opened={day !== null}
              onClose={() => setDay(null)}
              title={day === null ? '' : dayOf(day)}
              size="lg"
              centered
            >
              {day !== null && (
                <Day account={account} day={day} today={today} inSight={shown} schedules={schedules.data} />
              )}
            </Modal>
          </>
        )}
      </QueryView>
      <Text size="xs" c="dimmed">
        Each text stands on the day and at the time of the zone of its schedule. What has been sent is on the page of
        its schedule.
      </Text>
    </Stack>
  )
}

type MonthNavigationProps = Pick<CalendarProps, 'month' | 'today' | 'onMonth'>

function MonthNavigation({ month, today, onMonth }: MonthNavigationProps) {
  return (
    <Group component="nav" aria-label="Month" justify="space-between" gap="sm">
      <Title order={2} aria-live="polite">
        {monthOf(month)}
      </Title>
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          disabled={today.startsWith(month)}
          onClick={() => onMonth(today.slice(0, 7))}
        >
          This month
        </Button>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Previous month"
          onClick={() => onMonth(monthAfter(month, -1))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label="Next month" onClick={() => onMonth(monthAfter(month, 1))}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </Group>
  )
}

type DayProps = Pick<CalendarProps, 'account' | 'today'> & {
  readonly day: string
  readonly inSight: InSight
  readonly schedules: ReturnType<typeof useOpenSchedules>['data']
}

function Day({ account, day, today, inSight, schedules }: DayProps) {
  const occurrences = inSight.results.filter(({ wallClock }) => wallClock.startsWith(day))
  const changes = inSight.clockChanges.filter((change) => change.day === day)
  return (
    <Stack>
      {changes.map(({ timezone, change }) => (
        <Text key={timezone} size="sm" c="var(--doubtful)">
          {clockChangeWords(change, timezone)}.
        </Text>
      ))}
      {occurrences.length === 0 ? (
        <Text size="sm" c="dimmed">
          {day < today ? 'This day has passed. What was sent is on the page of its schedule.' : 'Nothing is planned.'}
        </Text>
      ) : (
        <OccurrenceList
          {...{ account, occurrences, schedules: schedules ?? new Map() }}
          label="Texts of this day"
          isOfOneDay
        />
      )}
      {day >= today && (
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconPencil size={16} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/a/$account/compose"
                params={{ account }}
                search={{ when: 'once', at: `${day}T09:00` }}
              />
            )}
          >
            Write a text for this day
          </Button>
        </Group>
      )}
    </Stack>
  )
}
