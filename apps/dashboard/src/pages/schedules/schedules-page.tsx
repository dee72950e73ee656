import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { serverNowMs } from '../../api/server-clock.js'
import { PageHeader } from '../../parts/page-header.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { StatusFilter } from '../../parts/status-filter.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../parts/table/numbered-pages.js'
import { wallClockIn } from '../../parts/timing/timing.js'
import { useAccount } from '../../shell/use-session.js'
import { Calendar } from './calendar/calendar.js'
import { SCHEDULE_COLUMNS } from './schedule-columns.js'
import { STATE_WORDS } from './schedule-state.js'
import { STATUSES, type Status } from './schedules-search.js'

export const schedulesPage = createLazyRoute('/session/a/$account/schedules')({ component: SchedulesPage })

function SchedulesPage() {
  const { id: account, timezone } = useAccount()
  const { view, month } = schedulesPage.useSearch()
  const navigate = schedulesPage.useNavigate()
  const today = wallClockIn(timezone, serverNowMs()).slice(0, 10)
  return (
    <>
      <PageHeader
        title="Schedules"
        lead="Texts that are sent at a time, once or repeatedly."
        actions={<NewScheduleButton />}
      />
      <SegmentedControl
        aria-label="View"
        mb="md"
        data={[
          { value: 'list', label: 'List' },
          { value: 'calendar', label: 'Calendar' },
        ]}
        value={view ?? 'list'}
        onChange={(value) => void navigate({ search: value === 'calendar' ? { view: 'calendar' } : {} })}
      />
      {view === 'calendar' ? (
        <Calendar
          account={account}
          month={month ?? today.slice(0, 7)}
          today={today}
          onMonth={(next) => void navigate({ search: { view: 'calendar', month: next } })}
        />
      ) : (
        <ScheduleList account={account} />
      )}
    </>
  )
}

const PER_PAGE = 25

function ScheduleList({ account }: { readonly account: string }) {
  const { status, page } = schedulesPage.useSearch()
  const navigate = schedulesPage.useNavigate()
  const schedules = useQuery({
    ...read('schedules', '/accounts/{account}/messaging/broadcast/schedules', {
      path: { account },
      query: { page, limit: PER_PAGE, status },
    }),
    placeholderData: keepPreviousData,
  })
  const { data } = schedules
  return (
    <>
      <StatusFilter
        statuses={STATUSES}
        wordOf={(known) => STATE_WORDS[known].word}
        status={status}
        onChange={(next) => void navigate({ search: next === undefined ? {} : { status: next } })}
      />
      <CursorTable
        label="Schedules"
        columns={SCHEDULE_COLUMNS}
        query={{ ...schedules, data: data && withCursor(data) }}
        rowKey={({ id }) => id}
        empty={status === undefined ? <NoSchedules /> : <NoneWithStatus status={status} />}
        cursor={cursorOfPage(page)}
        onCursor={(next) => void navigate({ search: { status, page: pageOfCursor(next) } })}
      />
    </>
  )
}

function NewScheduleButton() {
  return (
    <Button
      leftSection={<IconPlus size={16} />}
      renderRoot={(props) => (
        <Link {...props} from="/a/$account" to="/a/$account/compose" search={{ when: 'repeatedly' }} />
      )}
    >
      New schedule
    </Button>
  )
}

function NoSchedules() {
  const { id: account } = useAccount()
  return (
    <EmptyState
      title="No schedules yet"
      action={<NewScheduleButton />}
      curl={{
        method: 'POST',
        path: `/accounts/${account}/messaging/broadcast/schedules`,
        body: {
          audience: { filter: { contact: { groups: { ids: { in: ['grp_…'] } } } } },
          from: '+12025550100',
          body: 'See you on Monday.',
          schedule: {
            at: '2027-01-04T09:00',
            timezone: 'America/New_York',
            recurrence: { frequency: 'weekly', interval: 1, daysOfWeek: ['mon'], endType: 'never' },
          },
        },
      }}
    >
      Write a text now, and have it sent on a day of your choice, or every Monday at nine where each person is.
    </EmptyState>
  )
}

function NoneWithStatus({ status }: { readonly status: Status }) {
  const navigate = schedulesPage.useNavigate()
  return (
    <EmptyState
      title={`No schedule is ${STATE_WORDS[status].word.toLowerCase()}`}
      action={
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          Show all schedules
        </Button>
      }
    >
      Schedules appear here by themselves when their state changes.
    </EmptyState>
  )
}
