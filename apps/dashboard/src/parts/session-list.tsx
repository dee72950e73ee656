import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { components } from '../api/schema.js'
import { ErrorMessage } from './state/error-message.js'
import { browserOf } from './text/browser-name.js'
import { StatusBadge } from './text/status-badge.js'
import { TimeText } from './time/time-text.js'

type Session = components['schemas']['ListedSession']

export type SessionListProps = {
  readonly sessions: readonly Session[]
  readonly onEnd: (session: Session) => Promise<unknown>
}

/** The browsers in which a person is signed in, each with a button that signs it out. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  return (
    <Stack component="ul" gap="md" className="plain-list">
      {sessions.map((session) => (
        <ListedSession key={session.id} session={session} onEnd={onEnd} />
      ))}
    </Stack>
  )
}

function ListedSession({ session, onEnd }: Pick<SessionListProps, 'onEnd'> & { readonly session: Session }) {
  const end = useMutation({ mutationFn: () => onEnd(session) })
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
          <div className="no-shrink">
            <StatusBadge tone="good">This browser</StatusBadge>
          </div>
        ) : (
          <Button
            className="no-shrink"
            variant="default"
            size="xs"
            loading={end.isPending}
            onClick={() => end.mutate()}
            aria-label={`Sign out ${name}`}
          >
            Sign out
          </Button>
        )}
      </Group>
      {end.error && <ErrorMessage error={end.error} />}
    </li>
  )
}
