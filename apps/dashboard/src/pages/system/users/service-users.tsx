import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { read } from '../../../api/read.js'
import type { AccountOfUser } from '../../../api/session.js'
import type { components } from '../../../api/schema.js'
import { ConfirmDialog } from '../../../parts/confirm-dialog.js'
import { LinkOnce } from '../../../parts/link-once.js'
import { RowActions } from '../../../parts/row-actions.js'
import { EmptyState } from '../../../parts/state/empty-state.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import type { Column } from '../../../parts/table/column.js'
import { CursorTable } from '../../../parts/table/cursor-table.js'
import { StatusBadge, type Tone } from '../../../parts/text/status-badge.js'
import { useSession } from '../../../shell/use-session.js'
import { ChangeRights } from './change-rights.js'
import { useRefreshUsers } from './refresh-users.js'
import { UserSessions } from './user-sessions.js'

type User = components['schemas']['User']

export type ServiceUsersProps = {
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

/** Everybody who can sign in, and what each may do. */
export function ServiceUsers({ cursor, onCursor }: ServiceUsersProps) {
  const refresh = useRefreshUsers()
  const { accounts } = useSession()
  const [asked, setAsked] = useState<{ readonly what: 'rights' | 'sessions' | 'disable'; readonly user: User } | null>(
    null,
  )
  const userAsked = (what: NonNullable<typeof asked>['what']) => (asked?.what === what ? asked.user : null)
  const close = () => setAsked(null)
  const users = useQuery({
    ...read('users', '/users', { query: { limit: 50, ...(cursor !== undefined && { cursor }) } }),
    placeholderData: keepPreviousData,
  })
  const reset = useMutation({
    mutationFn: ({ id }: User) => call('post', '/users/{userId}/reset', { path: { userId: id } }),
    onSuccess: refresh,
  })
  const change = useMutation({
    mutationFn: ({ id, isDisabled }: { readonly id: string; readonly isDisabled: boolean }) =>
      call('patch', '/users/{userId}', { path: { userId: id }, body: { isDisabled } }),
    onSettled: refresh,
  })
  const disabled = userAsked('disable')
  return (
    <Stack>
      {reset.error && <ErrorMessage title="There is no new link" error={reset.error} />}
      {change.error && <ErrorMessage title="The user was not changed" error={change.error} />}
      {reset.data && <LinkOnce {...reset.data.link} email={reset.variables.email} />}
      <CursorTable
        label="Users of the service"
        columns={[
          ...columnsOf(accounts),
          {
            key: 'actions',
            label: 'Actions',
            isLabelHidden: true,
            cell: (user) => <RowActions name={user.email} actions={actionsOf(user)} />,
          },
        ]}
        query={users}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No users">The first owner is made by the link that the start prints.</EmptyState>}
        {...(cursor !== undefined && { cursor })}
        onCursor={onCursor}
      />
      <ChangeRights user={userAsked('rights')} onClose={close} />
      <UserSessions user={userAsked('sessions')} onClose={close} />
      <ConfirmDialog
        isOpen={disabled !== null}
        onClose={close}
        title={`Disable ${disabled?.email ?? 'the user'}?`}
        confirmLabel="Disable user"
        keepLabel="Keep user"
        onConfirm={() => change.mutateAsync({ id: disabled!.id, isDisabled: true })}
      >
        The person is signed out everywhere, and cannot sign in until you enable them again.
      </ConfirmDialog>
    </Stack>
  )

  function actionsOf(user: User) {
    const action = (label: string, onClick: () => void, reason?: string) => ({ label, onClick, reason })
    const isDisabled = user.status === 'disabled'
    const linkLabel = user.status === 'invited' ? 'New invitation' : 'Create reset link'
    return [
      action('Roles', () => setAsked({ what: 'rights', user })),
      action('Sessions', () => setAsked({ what: 'sessions', user })),
      action(linkLabel, () => reset.mutate(user), isDisabled ? 'Enable the user first.' : undefined),
      isDisabled
        ? action('Enable', () => change.mutate({ id: user.id, isDisabled: false }))
        : action('Disable', () => setAsked({ what: 'disable', user })),
    ]
  }
}

function columnsOf(accounts: readonly AccountOfUser[]): readonly Column<User>[] {
  return [
    {
      key: 'name',
      label: 'User',
      cell: ({ name, email }) => (
        <div>
          <bdi>{name === '' ? email : name}</bdi>
          <Text size="xs" c="dimmed" className="breaking">
            {email}
          </Text>
        </div>
      ),
    },
    { key: 'roles', label: 'May do', cell: (user) => rightsOf(user, accounts) },
    { key: 'status', label: 'State', width: 110, cell: ({ status }) => <UserState status={status} /> },
  ]
}

function UserState({ status }: Pick<User, 'status'>) {
  const [tone, text] = STATES[status]
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}

const STATES: Readonly<Record<User['status'], readonly [Tone, string]>> = {
  active: ['good', 'Active'],
  invited: ['neutral', 'Invited'],
  disabled: ['bad', 'Disabled'],
}

const ROLES_SHOWN = 2

function rightsOf({ isOwner, roles }: User, accounts: readonly AccountOfUser[]): string {
  if (isOwner) return 'Everything (owner)'
  if (roles.length === 0) return 'Nothing'
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const shown = roles.slice(0, ROLES_SHOWN).map(({ account, role }) => `${role} in ${names.get(account) ?? account}`)
  return shown.join(', ') + (roles.length > ROLES_SHOWN ? ` and ${roles.length - ROLES_SHOWN} more` : '')
}
