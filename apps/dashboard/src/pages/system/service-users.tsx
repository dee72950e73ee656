import { Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { LinkOnce } from '../../parts/link-once.js'
import { RowActions } from '../../parts/row-actions.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'

type User = components['schemas']['User']

/** Everybody who can sign in; new people are invited to an account, on its own page. */
export function ServiceUsers() {
  const queryClient = useQueryClient()
  const [disabled, setDisabled] = useState<User | null>(null)
  const users = useQuery(read('users', '/users', { query: { limit: 100 } }))
  const refresh = async () => {
    for (const noun of ['users', 'audit'] as const) await queryClient.invalidateQueries({ queryKey: keyOf(noun) })
  }
  const reset = useMutation({
    mutationFn: ({ id }: User) => call('post', '/users/{userId}/reset', { path: { userId: id } }),
    onSuccess: refresh,
  })
  const change = useMutation({
    mutationFn: ({ id, isDisabled }: { readonly id: string; readonly isDisabled: boolean }) =>
      call('patch', '/users/{userId}', { path: { userId: id }, body: { isDisabled } }),
    onSettled: refresh,
  })
  const columns: readonly Column<User>[] = [
    { key: 'name', label: 'Name', cell: ({ name, email }) => <bdi>{name === '' ? email : name}</bdi> },
    { key: 'email', label: 'E-mail', cell: ({ email }) => <span className="breaking">{email}</span> },
    { key: 'roles', label: 'May do', cell: rightsOf },
    { key: 'status', label: 'State', cell: ({ status }) => STATES[status] },
    {
      key: 'actions',
      label: 'Actions',
      isLabelHidden: true,
      cell: (user) => (
        <RowActions
          name={user.email}
          actions={[
            { label: 'New password', onClick: () => reset.mutate(user), reason: undefined },
            user.status === 'disabled'
              ? { label: 'Enable', onClick: () => change.mutate({ id: user.id, isDisabled: false }), reason: undefined }
              : { label: 'Disable', onClick: () => setDisabled(user), reason: undefined },
          ]}
        />
      ),
    },
  ]
  return (
    <Stack>
      {reset.error && <ErrorMessage title="There is no new link" error={reset.error} />}
      {change.error && <ErrorMessage title="The user was not changed" error={change.error} />}
      {reset.data && <LinkOnce {...reset.data.link} email={reset.variables.email} />}
      <CursorTable
        label="Users of the service"
        columns={columns}
        query={users}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No users">The first owner is made by the link that the start prints.</EmptyState>}
      />
      <ConfirmDialog
        isOpen={disabled !== null}
        onClose={() => setDisabled(null)}
        title={`Disable ${disabled?.email ?? 'the user'}?`}
        confirmLabel="Disable user"
        keepLabel="Keep user"
        onConfirm={() => change.mutateAsync({ id: disabled!.id, isDisabled: true })}
      >
        The person is signed out everywhere, and cannot sign in until you enable them again.
      </ConfirmDialog>
    </Stack>
  )
}

const STATES: Readonly<Record<User['status'], string>> = { active: 'Active', invited: 'Invited', disabled: 'Disabled' }

function rightsOf({ isOwner, roles }: User): string {
  if (isOwner) return 'Everything (owner)'
  return roles.length === 1 ? `${roles[0]!.role} in one account` : `Roles in ${roles.length} accounts`
}
