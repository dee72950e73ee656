import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { read } from '../../../api/read.js'
import type { components } from '../../../api/schema.js'
import { SessionList } from '../../../parts/session-list.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { QueryView } from '../../../parts/state/query-view.js'
import { useRefreshUsers } from './refresh-users.js'

type User = components['schemas']['User']

export type UserSessionsProps = {
  /** Null while the dialog is closed. */
  readonly user: User | null
  readonly onClose: () => void
}

/** A dialog with the browsers in which a user is signed in. */
export function UserSessions({ user, onClose }: UserSessionsProps) {
  return (
    <Modal opened={user !== null} onClose={onClose} title={user === null ? '' : `Sessions of ${user.email}`} size="lg">
      {user !== null && <Sessions user={user} />}
    </Modal>
  )
}

function Sessions({ user: { id: userId } }: { readonly user: User }) {
  const refresh = useRefreshUsers()
  const sessions = useQuery(read('users', '/users/{userId}/sessions', { path: { userId } }))
  const end = async (session: string) => {
    await call('delete', '/users/{userId}/sessions/{session}', { path: { userId, session } })
    await refresh()
  }
  const endAll = useMutation({
    mutationFn: () => call('delete', '/users/{userId}/sessions', { path: { userId } }),
    onSuccess: refresh,
  })
  return (
    <QueryView query={sessions}>
      {({ results }) =>
        results.length === 0 ? (
          <Text size="sm">The person is not signed in anywhere.</Text>
        ) : (
          <Stack>
            <SessionList sessions={results} onEnd={({ id }) => end(id)} />
            {endAll.error && <ErrorMessage title="The person is still signed in" error={endAll.error} />}
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                The person can sign in again, unless you disable them.
                {results.some(({ isCurrent }) => isCurrent) && ' This signs you out too.'}
              </Text>
              <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate()}>
                Sign out everywhere
              </Button>
            </Group>
          </Stack>
        )
      }
    </QueryView>
  )
}
