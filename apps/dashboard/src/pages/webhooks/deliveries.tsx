import { Anchor, Drawer, Group, Select, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../parts/table/numbered-pages.js'
import { StatusBadge, type Tone } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { DeliveryDetails } from './delivery-details.js'
import { ReplaySpan } from './replay-span.js'
import { responseOf } from './response-of.js'
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookSearch } from './webhook-search.js'

type Delivery = components['schemas']['Delivery']

const LIMIT = 20

export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { id: account } = useAccount()
  const search = useSearch({ from: '/session/a/$account/webhooks/$webhook' })
  const navigate = useNavigate({ from: '/a/$account/webhooks/$webhook' })
  const { status, page, event } = search
  const change = (next: WebhookSearch) => void navigate({ search: next })
  const deliveries = useQuery({
    ...read('webhooks', '/accounts/{account}/webhooks/{webhookId}/deliveries', {
      path: { account, webhookId },
      query: { page, limit: LIMIT, ...(status !== undefined && { status }) },
    }),
    placeholderData: keepPreviousData,
    select: withCursor<Delivery>,
    refetchInterval: 5_000,
  })
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <Select
          label="Status"
          data={DELIVERY_STATUSES.map((value) => ({ value, label: LABELS[value] }))}
          placeholder="Every status"
          clearable
          value={status ?? null}
          onChange={(value) => change(value === null ? {} : { status: value as DeliveryStatus })}
        />
        <ReplaySpan webhookId={webhookId} />
      </Group>
      <CursorTable
        label="Deliveries"
        columns={COLUMNS}
        query={deliveries}
        rowKey={({ eventId }) => eventId}
        empty={
          <EmptyState title="No deliveries">
            Each event that is posted to this webhook is listed here, with the response of your server.
          </EmptyState>
        }
        cursor={cursorOfPage(page)}
        onCursor={(cursor) => change({ status, page: pageOfCursor(cursor) })}
      />
      <Drawer
        opened={event !== undefined}
        onClose={() => change({ ...(status && { status }), ...(page && { page }) })}
        position="right"
        size="lg"
        title="Delivery"
        closeButtonProps={{ 'aria-label': 'Close delivery' }}
      >
        {event !== undefined && <DeliveryDetails webhookId={webhookId} eventId={event} />}
      </Drawer>
    </Stack>
  )
}

const LABELS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
}

const TONES: Readonly<Record<DeliveryStatus, Tone>> = { pending: 'doubtful', delivered: 'good', failed: 'bad' }

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'type', label: 'Event', cell: (delivery) => <DeliveryLink delivery={delivery} /> },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status }) => <StatusBadge tone={TONES[status]}>{LABELS[status]}</StatusBadge>,
  },
  { key: 'response', label: 'Last response', cell: ({ lastAttempt }) => responseOf(lastAttempt) },
  { key: 'attempts', label: 'Attempts', align: 'right', cell: ({ attemptCount }) => attemptCount },
  { key: 'at', label: 'Created', cell: ({ createdAt }) => <TimeText at={createdAt} format="short" /> },
  { key: 'next', label: 'Next attempt', cell: ({ nextAttemptAt }) => <TimeText at={nextAttemptAt} format="short" /> },
]

function DeliveryLink({ delivery: { eventId, type } }: { readonly delivery: Delivery }) {
  return (
    <Anchor
      component={Link}
      to="."
      search={((search: object) => ({ ...search, event: eventId })) as never}
      className="row-link"
    >
      {type}
    </Anchor>
  )
}
