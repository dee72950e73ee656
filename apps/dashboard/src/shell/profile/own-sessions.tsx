import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { QueryView } from '../../parts/state/query-view.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { TimeText } from '../../parts/time/time-text.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import type { components } from '../../api/schema.js'
import { browserOf } from './browser-name.js'

/** Every browser in which the person is signed in, and a button that signs it out. */
export function OwnSessions() {
  const sessions = useQuery(read('session', '/sessions', {}))
  return (
    <QueryView query={sessions}>
      {({ results }) => (
        <Stack component="ul" gap="md" className="plain-list">
          {results.map((session) => (
            <OwnSession key={session.id} session={session} />
          ))}
        </Stack>
      )}
    </QueryView>
  )
}

function OwnSession({ session }: { readonly session: components['schemas']['ListedSession'] }) {
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call('delete', '/sessions/{session}', { path: { session: session.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('session') }),
  })
  const name = browserOf(session.userAgent)
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text size="sm" fw={600}>
            {name}
            {session.address !== undefined && `, from ${session.address}`}
          </Text>
          <Text size="sm" c="dimmed">
            Signed in <TimeText at={session.createdAt} />, last used <TimeText at={session.lastUsedAt} />
          </Text>
        </div>
        {session.isCurrent ? (
          <StatusBadge tone="good">This browser</StatusBadge>
        ) : (
          <Button
            variant="default"
            size="xs"
            loading={revoke.isPending}
            onClick={() => revoke.mutate()}
            aria-label={`Sign out ${name}`}
          >
            Sign out
          </Button>
        )}
      </Group>
      {revoke.error && <ErrorMessage error={revoke.error} />}
    </li>
  )
}
