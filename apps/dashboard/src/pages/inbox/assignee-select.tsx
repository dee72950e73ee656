import { Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount, useSession } from '../../shell/use-session.js'
import type { Conversation } from './conversation.js'

/** Who takes care of the conversation. */
export function AssigneeSelect({ conversation }: { readonly conversation: Conversation }) {
  const { id: account } = useAccount()
  const { user } = useSession()
  const { can, reasonAgainst } = useRole()
  const queryClient = useQueryClient()
  const colleagues = useQuery(read('users', '/accounts/{account}/colleagues', { path: { account } }))
  const change = useMutation({
    mutationFn: (assigneeId: string | null) =>
      call('patch', '/accounts/{account}/conversations/{conversationId}', {
        path: { account, conversationId: conversation.id },
        body: { assigneeId },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('conversations', account) }),
  })
  const { assignee } = conversation
  const names = new Map((colleagues.data?.results ?? []).map(({ id, name }) => [id, name]))
  if (assignee !== undefined) names.set(assignee.id, assignee.name)
  names.set(user.id, `${user.name} (you)`)
  return (
    <div>
      <Select
        size="sm"
        aria-label="Who takes care of it"
        title={reasonAgainst('editor')}
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={change.isPending ? change.variables : (assignee?.id ?? null)}
        onChange={(id) => change.mutate(id)}
        placeholder="Assign to"
        clearable
        clearButtonProps={{ 'aria-label': 'Take it from its assignee' }}
        disabled={!can('editor')}
      />
      {change.error && <ErrorMessage title="The assignee was not changed" error={change.error} />}
    </div>
  )
}
