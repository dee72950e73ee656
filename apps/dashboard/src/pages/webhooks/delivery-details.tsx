import { Button, Code, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { QueryView } from '../../parts/state/query-view.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { responseOf } from './response-of.js'

export type DeliveryDetailsProps = { readonly webhookId: string; readonly eventId: string }

/** What was posted, and each response. */
export function DeliveryDetails({ webhookId, eventId }: DeliveryDetailsProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const delivery = useQuery(
    read('webhooks', '/accounts/{account}/webhooks/{webhookId}/deliveries/{eventId}', {
      path: { account, webhookId, eventId },
    }),
  )
  const replay = useMutation({
    mutationFn: () =>
      call('post', '/accounts/{account}/webhooks/{webhookId}/replay', {
        path: { account, webhookId },
        body: { eventId },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('webhooks', account) }),
  })
  return (
    <QueryView query={delivery}>
      {({ type, attempts, payload }) => (
        <Stack>
          <Text size="sm">
            <code>{type}</code>, event <code className="breaking">{eventId}</code>
          </Text>
          <Button
            variant="default"
            size="sm"
            loading={replay.isPending}
            onClick={() => replay.mutate()}
            disabled={replay.isSuccess}
          >
            {replay.isSuccess ? 'It is posted again' : 'Post this event again'}
          </Button>
          {replay.error && <ErrorMessage title="The event is not posted again" error={replay.error} />}
          <Title order={3} size="h4">
            Request
          </Title>
          <Code block tabIndex={0}>
            {JSON.stringify(payload, null, 2)}
          </Code>
          <Title order={3} size="h4">
            Responses
          </Title>
          {attempts.length === 0 && <Text size="sm">Nothing was posted yet.</Text>}
          {attempts.map((attempt) => (
            <Stack key={attempt.number} gap={4}>
              <Text size="sm">
                Attempt {attempt.number}, <TimeText at={attempt.at} />: {responseOf(attempt)}
              </Text>
              {(attempt.excerpt ?? attempt.message) && (
                <Code block tabIndex={0}>
                  {attempt.excerpt || attempt.message}
                </Code>
              )}
            </Stack>
          ))}
        </Stack>
      )}
    </QueryView>
  )
}
