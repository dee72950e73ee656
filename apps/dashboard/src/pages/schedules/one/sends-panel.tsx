import { Anchor, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Result } from '../../../api/operation.js'
import { read } from '../../../api/read.js'
import { Panel } from '../../../parts/panel.js'
import type { Column } from '../../../parts/table/column.js'
import { CursorTable } from '../../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../../parts/table/numbered-pages.js'
import { StatusBadge, type Tone } from '../../../parts/text/status-badge.js'
import { placeOf } from '../../../parts/time/time-format.js'
import { TimeText } from '../../../parts/time/time-text.js'

export type SendsPanelProps = {
  readonly account: string
  readonly scheduleId: string
  readonly timezone: string
  readonly page: number | undefined
  readonly onPage: (page: number | undefined) => void
}

type Send = Result<'/accounts/{account}/messaging/broadcast/schedules/{scheduleId}/sends', 'get'>['results'][number]

const PER_PAGE = 20

/** What a schedule has sent, each with its broadcast, and what it did not send and why. */
export function SendsPanel({ account, scheduleId, timezone, page, onPage }: SendsPanelProps) {
  const sends = useQuery({
    ...read('schedules', '/accounts/{account}/messaging/broadcast/schedules/{scheduleId}/sends', {
      path: { account, scheduleId },
      query: { page, limit: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title="Sent so far">
      <CursorTable
        label="Sent so far"
        columns={columnsIn(timezone)}
        query={{ ...sends, data: sends.data && withCursor(sends.data) }}
        rowKey={({ id }) => id}
        empty={
          <Text size="sm" c="dimmed">
            Nothing has been sent yet. Each text appears here with its broadcast when its time has come.
          </Text>
        }
        cursor={cursorOfPage(page)}
        onCursor={(cursor) => onPage(pageOfCursor(cursor))}
      />
    </Panel>
  )
}

function columnsIn(timezone: string): readonly Column<Send>[] {
  return [
    { key: 'time', label: 'Time', cell: (send) => <TimeCell send={send} timezone={timezone} /> },
    {
      key: 'result',
      label: 'Result',
      cell: ({ status }) => <StatusBadge tone={RESULTS[status].tone}>{RESULTS[status].word}</StatusBadge>,
    },
    { key: 'reason', label: 'Reason', cell: ({ reason }) => (reason === undefined ? '–' : REASONS[reason]) },
  ]
}

type TimeCellProps = { readonly send: Send; readonly timezone: string }

function TimeCell({ send: { scheduledFor, zone, broadcastId }, timezone }: TimeCellProps) {
  return (
    <div>
      {broadcastId === undefined ? (
        <TimeText at={scheduledFor} zone={zone ?? timezone} />
      ) : (
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
              params={{ broadcast: broadcastId }}
            />
          )}
        >
          <TimeText at={scheduledFor} zone={zone ?? timezone} />
        </Anchor>
      )}
      {zone !== undefined && (
        <Text size="xs" c="dimmed">
          People in {placeOf(zone)}
        </Text>
      )}
    </div>
  )
}

const RESULTS: Readonly<Record<Send['status'], { readonly word: string; readonly tone: Tone }>> = {
  started: { word: 'Sent', tone: 'good' },
  skipped: { word: 'Skipped', tone: 'neutral' },
  failed: { word: 'Failed', tone: 'bad' },
}

const REASONS: Readonly<Record<NonNullable<Send['reason']>, string>> = {
  too_late: 'More than an hour late, because the service did not run',
  insufficient_credits: 'Not enough credits',
  empty_audience: 'Nobody could be texted',
  sender_inactive: 'The number could not send',
  sender_without_mms: 'The number could not send the picture of the template',
  quota_reached: 'The quota was reached',
  text_refused: 'The text was not allowed any more',
  canceled: 'Canceled',
  by_request: 'Somebody asked to skip it',
}
