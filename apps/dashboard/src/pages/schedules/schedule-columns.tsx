import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../parts/table/column.js'
import { scheduleTitleOf } from '../../parts/schedule-title.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { timingOfSchedule } from '../../parts/timing/timing-of-schedule.js'
import { rhythmWords } from '../../parts/timing/timing-words.js'
import { Recipients } from './recipients.js'
import { STATE_WORDS } from './schedule-state.js'
import type { Schedule } from './use-schedules.js'

export const SCHEDULE_COLUMNS: readonly Column<Schedule>[] = [
  { key: 'text', label: 'Text', cell: (schedule) => <TextCell schedule={schedule} />, width: '28%' },
  {
    key: 'state',
    label: 'State',
    width: 90,
    cell: ({ status }) => <StatusBadge tone={STATE_WORDS[status].tone}>{STATE_WORDS[status].word}</StatusBadge>,
  },
  {
    key: 'when',
    label: 'When',
    cell: (schedule) => (
      <Text span size="sm">
        {rhythmWords(timingOfSchedule(schedule))}
      </Text>
    ),
  },
  { key: 'to', label: 'To', cell: (schedule) => <Recipients schedule={schedule} />, width: 150 },
  {
    key: 'next',
    label: 'Next',
    width: 190,
    cell: ({ nextScheduledFor, schedule: { timezone } }) => (
      <TimeText at={nextScheduledFor} format="short" zone={timezone} />
    ),
  },
]

function TextCell({ schedule }: { readonly schedule: Schedule }) {
  return (
    <Anchor
      className="row-link breaking"
      size="sm"
      fw={550}
      c="inherit"
      lineClamp={1}
      renderRoot={(props) => (
        <Link {...props} from="/a/$account" to="/a/$account/schedules/$schedule" params={{ schedule: schedule.id }} />
      )}
    >
      <bdi>{scheduleTitleOf(schedule)}</bdi>
    </Anchor>
  )
}
