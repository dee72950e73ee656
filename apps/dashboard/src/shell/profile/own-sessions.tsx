import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { SessionList } from '../../parts/session-list.js'
import { QueryView } from '../../parts/state/query-view.js'

/** Every browser in which the person is signed in, and a button that signs it out. */
export function OwnSessions() {
  const queryClient = useQueryClient()
  const sessions = useQuery(read('session', '/sessions', {}))
  const end = async (session: string) => {
    await call('delete', '/sessions/{session}', { path: { session } })
    await queryClient.invalidateQueries({ queryKey: keyOf('session') })
  }
  return (
    <QueryView query={sessions}>
      {({ results }) => <SessionList sessions={results} onEnd={({ id }) => end(id)} />}
    </QueryView>
  )
}
