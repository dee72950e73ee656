import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Result } from '../../api/operation.js'
import { serverNowMs } from '../../api/server-clock.js'
import type { Column } from '../../parts/table/column.js'
import { titleOf } from '../../parts/text/broadcast-title.js'
import { formatCount } from '../../parts/text/count.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { isRunning, stateOf } from './broadcast-state.js'
import { formatPercent } from './percent.js'

export type ListedBroadcast = Result<'/accounts/{account}/messaging/broadcasts', 'get'>['results'][number]

export const BROADCAST_COLUMNS: readonly Column<ListedBroadcast>[] = [
  { key: 'text', label: 'Text', cell: (broadcast) => <TextCell broadcast={broadcast} /> },
  { key: 'state', label: 'State', cell: (broadcast) => <StateCell broadcast={broadcast} />, width: 130 },
  {
    key: 'recipients',
    label: 'People',
    align: 'right',
    width: 90,
    cell: ({ totalRecipients }) => <Digits>{formatCount(totalRecipients)}</Digits>,
  },
  {
    key: 'sent',
    label: 'Sent',
    align: 'right',
    width: 80,
    cell: ({ rates }) => <Digits>{formatPercent(rates.sent)}</Digits>,
  },
  {
    key: 'delivered',
    label: 'Delivered',
    align: 'right',
    width: 100,
    cell: ({ rates }) => <Digits>{formatPercent(rates.delivered)}</Digits>,
  },
  {
    key: 'failed',
    label: 'Failed',
    align: 'right',
    width: 80,
    cell: ({ rates }) => <Digits isBad={(rates.failed ?? 0) > 0}>{formatPercent(rates.failed)}</Digits>,
  },
  { key: 'created', label: 'Created', cell: ({ createdAt }) => <TimeText at={createdAt} format="short" />, width: 140 },
]

function TextCell({ broadcast: { id, body, scheduleId } }: { readonly broadcast: ListedBroadcast }) {
  return (
    <div>
      <Anchor
        className="row-link breaking"
        size="sm"
        fw={550}
        c="inherit"
        lineClamp={1}
        renderRoot={(props) => (
          <Link {...props} from="/a/$account" to="/a/$account/broadcasts/$broadcast" params={{ broadcast: id }} />
        )}
      >
        <bdi>{titleOf({ id, body })}</bdi>
      </Anchor>
      {scheduleId !== undefined && (
        <Text size="xs" c="dimmed">
          From a schedule
        </Text>
      )}
    </div>
  )
}

function StateCell({ broadcast }: { readonly broadcast: ListedBroadcast }) {
  const { word, tone } = stateOf(broadcast, serverNowMs())
  const { counts, totalRecipients, pausedAt } = broadcast
  const isMoving = isRunning(broadcast) && pausedAt === undefined && counts.queued < totalRecipients
  return (
    <StatusBadge tone={tone}>
      {isMoving ? `${word} ${formatPercent(1 - counts.queued / totalRecipients)}` : word}
    </StatusBadge>
  )
}

type DigitsProps = { readonly children: string; readonly isBad?: boolean }

function Digits({ children, isBad = false }: DigitsProps) {
  return (
    <Text span size="sm" className="digits" c={isBad ? 'var(--bad)' : undefined}>
      {children}
    </Text>
  )
}
