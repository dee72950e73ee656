import { Anchor, Group, List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { QueryView } from '../../parts/state/query-view.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { Deliveries } from './deliveries.js'
import { EVENT_TYPES, type EventType } from './event-types.js'
import { WebhookActions } from './webhook-actions.js'
import { WebhookState } from './webhook-state.js'

export const webhookPage = createLazyRoute('/session/a/$account/webhooks/$webhook')({ component: WebhookPage })

function WebhookPage() {
  const { id: account } = useAccount()
  const reason = useRole().reasonAgainst('admin')
  const { webhook: webhookId } = webhookPage.useParams()
  const webhook = useQuery({
    ...read('webhooks', '/accounts/{account}/webhooks/{webhookId}', { path: { account, webhookId } }),
    enabled: reason === undefined,
  })
  return (
    <>
      <Anchor component={Link} to="/a/$account/webhooks" params={{ account } as never} size="sm">
        All webhooks
      </Anchor>
      <PageHeader title="Webhook" lead={<span className="breaking">{webhook.data?.url ?? webhookId}</span>} />
      {reason === undefined ? (
        <QueryView query={webhook}>
          {(found) => (
            <Stack gap="xl">
              <Stack gap="sm">
                <Group gap="sm">
                  <WebhookState webhook={found} />
                  <Text size="sm" c="dimmed">
                    Added <TimeText at={found.createdAt} />
                    {found.failingSince !== undefined && (
                      <>
                        , failing since <TimeText at={found.failingSince} />
                      </>
                    )}
                    {found.previousSecretValidUntil !== undefined && (
                      <>
                        , the previous secret also signs until <TimeText at={found.previousSecretValidUntil} />
                      </>
                    )}
                  </Text>
                </Group>
                <List size="sm" aria-label="Events">
                  {found.events.map((type) => (
                    <List.Item key={type}>
                      {EVENT_TYPES[type as EventType]} <Text span size="sm" c="dimmed">{`(${type})`}</Text>
                    </List.Item>
                  ))}
                </List>
                <WebhookActions webhook={found} />
              </Stack>
              <section aria-labelledby="deliveries">
                <Title order={2} size="h3" mb="sm" id="deliveries">
                  Deliveries
                </Title>
                <Deliveries webhookId={found.id} />
              </section>
            </Stack>
          )}
        </QueryView>
      ) : (
        <Text size="sm">{reason}</Text>
      )}
    </>
  )
}
