import { Anchor, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Result } from '../../../api/operation.js'
import { read } from '../../../api/read.js'
import { serverNowMs } from '../../../api/server-clock.js'
import { Panel } from '../../../parts/panel.js'
import type { Column } from '../../../parts/table/column.js'
import { CursorTable } from '../../../parts/table/cursor-table.js'
import { formatCount } from '../../../parts/text/count.js'
import { StatusBadge } from '../../../parts/text/status-badge.js'
import { placeOf } from '../../../parts/time/time-format.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { stateOf } from '../broadcast-state.js'

type Variants = Result<'/accounts/{account}/messaging/broadcasts/{broadcastId}/variants', 'get'>
type Zone = Variants['zones'][number]
type Waves = NonNullable<Variants['waves']>

type Of = { readonly account: string; readonly id: string }

/** How a scheduled broadcast is spread over time. Nothing for one that goes to everybody at once. */
export const VariantsPanel = memo(function VariantsPanel({ account, id }: Of) {
  const variants = useQuery(
    read('broadcasts', '/accounts/{account}/messaging/broadcasts/{broadcastId}/variants', {
      path: { account, broadcastId: id },
    }),
  )
  const { zones = [], waves } = variants.data ?? {}
  if (waves !== undefined) return <WavesPanel waves={waves} />
  if (zones.length === 0) return null
  return (
    <Panel title="By local time">
      <CursorTable
        label="Parts by time zone"
        columns={ZONE_COLUMNS}
        query={{ ...variants, data: { results: zones } }}
        rowKey={({ zone }) => zone}
        empty={null}
      />
    </Panel>
  )
})

function WavesPanel({ waves }: { readonly waves: Waves }) {
  const { count, begun, recipientsPerWave, waveIntervalMinutes, released, lastExpectedAt } = waves
  return (
    <Panel title="Waves">
      <Stack gap="xs">
        <Text size="sm">
          {formatCount(recipientsPerWave)} people every{' '}
          {waveIntervalMinutes === 1 ? 'minute' : `${waveIntervalMinutes} minutes`}. {formatCount(begun)} of{' '}
          {formatCount(count)} {count === 1 ? 'wave has' : 'waves have'} begun, with {formatCount(released)} people.
        </Text>
        <Progress value={(100 * begun) / Math.max(1, count)} aria-label={`Waves begun: ${begun} of ${count}`} />
        {lastExpectedAt !== null && (
          <Text size="sm" c="dimmed">
            The last wave begins at <TimeText at={lastExpectedAt} format="short" />, if none is delayed.
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

const ZONE_COLUMNS: readonly Column<Zone>[] = [
  { key: 'zone', label: 'Zone', cell: (variant) => <ZoneName variant={variant} /> },
  {
    key: 'at',
    label: 'Time there',
    cell: ({ zone, scheduledFor }) => <TimeText at={scheduledFor} zone={zone} format="time" />,
  },
  { key: 'state', label: 'State', cell: (variant) => <ZoneState variant={variant} /> },
  {
    key: 'people',
    label: 'People',
    align: 'right',
    cell: ({ broadcast }) => (broadcast === undefined ? '–' : formatCount(broadcast.totalRecipients)),
  },
  {
    key: 'sent',
    label: 'Sent',
    align: 'right',
    cell: ({ broadcast }) => (broadcast === undefined ? '–' : formatCount(broadcast.counts.sent)),
  },
]

function ZoneName({ variant: { zone, broadcast } }: { readonly variant: Zone }) {
  if (broadcast === undefined) return placeOf(zone)
  return (
    <Anchor
      className="row-link"
      size="sm"
      fw={550}
      c="inherit"
      renderRoot={(props) => (
        <Link
          {...props}
          from="/a/$account"
          to="/a/$account/broadcasts/$broadcast"
          params={{ broadcast: broadcast.id }}
        />
      )}
    >
      {placeOf(zone)}
    </Anchor>
  )
}

function ZoneState({ variant: { status, broadcast } }: { readonly variant: Zone }) {
  if (status === 'started' && broadcast !== undefined) {
    const { word, tone } = stateOf(broadcast, serverNowMs())
    return <StatusBadge tone={tone}>{word}</StatusBadge>
  }
  if (status === 'planned') return <StatusBadge tone="neutral">Planned</StatusBadge>
  return <StatusBadge tone="bad">{status === 'skipped' ? 'Skipped' : 'Failed'}</StatusBadge>
}
