import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { PageHeader } from '../../parts/page-header.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { AddWebhook } from './add-webhook.js'
import { WebhookState } from './webhook-state.js'

type Webhook = components['schemas']['Webhook']

export const webhooksPage = createLazyRoute('/session/a/$account/webhooks')({ component: WebhooksPage })

function WebhooksPage() {
  const reason = useRole().reasonAgainst('admin')
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="Your own server learns of events as they happen, by signed requests."
        actions={reason === undefined && <AddWebhook />}
      />
      {reason === undefined ? <Webhooks /> : <Text size="sm">{reason}</Text>}
    </>
  )
}

function Webhooks() {
  const { id: account } = useAccount()
  const webhooks = useQuery(read('webhooks', '/accounts/{account}/webhooks', { path: { account } }))
  return (
    <CursorTable
      label="Webhooks"
      columns={COLUMNS}
      query={webhooks}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No webhooks yet" action={<AddWebhook />}>
          A webhook is an address of yours to which events are posted: texts that arrive, receipts, opt-outs and more.
        </EmptyState>
      }
    />
  )
}

const COLUMNS: readonly Column<Webhook>[] = [
  { key: 'url', label: 'Address', cell: (webhook) => <WebhookLink webhook={webhook} /> },
  { key: 'events', label: 'Events', cell: ({ events }) => eventsIn(events) },
  { key: 'state', label: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
]

function WebhookLink({ webhook: { id, url } }: { readonly webhook: Webhook }) {
  const { id: account } = useAccount()
  return (
    <Anchor
      component={Link}
      to="/a/$account/webhooks/$webhook"
      params={{ account, webhook: id } as never}
      className="row-link"
    >
      {url}
    </Anchor>
  )
}

function eventsIn(events: readonly string[]): string {
  return events.length === 1 ? events[0]! : `${events.length} types`
}
