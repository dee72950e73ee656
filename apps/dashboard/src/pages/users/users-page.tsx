import { Group, Select, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.js'
import type { Result } from '../../api/operation.js'
import { keyOf, read } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { PageHeader } from '../../parts/page-header.js'
import { RowActions } from '../../parts/row-actions.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { InviteUser } from './invite-user.js'
import { ROLE_CHOICES, type AccountRole } from '../../parts/form/role-choices.js'

type AccountUser = Result<'/accounts/{account}/users', 'get'>['results'][number]

export const usersPage = createLazyRoute('/session/a/$account/users')({ component: UsersPage })

function UsersPage() {
  const reason = useRole().reasonAgainst('admin')
  return (
    <>
      <PageHeader
        title="Users"
        lead="The people who can open this account. Owners of the service can open every account, and are not listed."
        actions={reason === undefined && <InviteUser />}
      />
      {reason === undefined ? <Users /> : <Text size="sm">{reason}</Text>}
    </>
  )
}

function Users() {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const { cursor } = usersPage.useSearch()
  const navigate = usersPage.useNavigate()
  const [removed, setRemoved] = useState<AccountUser | null>(null)
  const users = useQuery({
    ...read('users', '/accounts/{account}/users', {
      path: { account },
      query: { limit: 50, ...(cursor !== undefined && { cursor }) },
    }),
    placeholderData: keepPreviousData,
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf('users', account) })
  const change = useMutation({
    mutationFn: ({ id, role }: { readonly id: string; readonly role: AccountRole }) =>
      call('patch', '/accounts/{account}/users/{userId}', { path: { account, userId: id }, body: { role } }),
    onSettled: refresh,
  })
  const remove = async (id: string) => {
    await call('delete', '/accounts/{account}/users/{userId}', { path: { account, userId: id } })
    await refresh()
  }
  const columns: readonly Column<AccountUser>[] = [
    { key: 'name', label: 'Name', cell: ({ name, email }) => <bdi>{name === '' ? email : name}</bdi> },
    { key: 'email', label: 'E-mail', cell: ({ email }) => <span className="breaking">{email}</span> },
    { key: 'status', label: 'State', cell: ({ status }) => <UserState status={status} /> },
    {
      key: 'role',
      label: 'Role',
      width: 220,
      cell: (user) => (
        <Select
          size="sm"
          aria-label={`Role of ${user.email}`}
          data={ROLE_CHOICES}
          value={change.isPending && change.variables.id === user.id ? change.variables.role : user.role}
          onChange={(role) => role !== null && change.mutate({ id: user.id, role: role as AccountRole })}
          allowDeselect={false}
        />
      ),
    },
    {
      key: 'actions',
      label: 'Actions',
      isLabelHidden: true,
      width: 120,
      cell: (user) => (
        <RowActions
          name={user.email}
          actions={[{ label: 'Remove', onClick: () => setRemoved(user), reason: undefined }]}
        />
      ),
    },
  ]
  return (
    <div className="in-order">
      {change.error && <ErrorMessage title="The role was not changed" error={change.error} />}
      <CursorTable
        label="Users"
        columns={columns}
        query={users}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No users yet" action={<InviteUser />}>
            Invite colleagues, each with what they may do here.
          </EmptyState>
        }
        {...(cursor !== undefined && { cursor })}
        onCursor={(next) => void navigate({ search: next === undefined ? {} : { cursor: next } })}
      />
      <Group mt="sm">
        <Text size="sm" c="dimmed">
          A change of the role ends all sessions of the person, who then signs in again.
        </Text>
      </Group>
      <ConfirmDialog
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove ${removed?.email ?? 'the user'} from this account?`}
        confirmLabel="Remove user"
        keepLabel="Keep user"
        onConfirm={() => remove(removed!.id)}
      >
        The person cannot open this account any more, and is signed out everywhere. You can invite them again.
      </ConfirmDialog>
    </div>
  )
}

function UserState({ status }: Pick<AccountUser, 'status'>) {
  if (status === 'active') return <StatusBadge tone="good">Active</StatusBadge>
  if (status === 'disabled') return <StatusBadge tone="bad">Disabled</StatusBadge>
  return <StatusBadge tone="neutral">Invited</StatusBadge>
}
