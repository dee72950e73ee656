import { Anchor, Badge, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import type { Result } from '../../api/operation.js'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { SearchField } from '../../parts/search-field.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../parts/table/numbered-pages.js'
import { formatCount } from '../../parts/text/count.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { NewGroupDialog } from './new-group-dialog.js'

export const groupsPage = createLazyRoute('/session/a/$account/groups')({ component: GroupsPage })

type ListedGroup = Result<'/accounts/{account}/groups', 'get'>['results'][number]

function GroupsPage() {
  const { id: account } = useAccount()
  const { page, name } = groupsPage.useSearch()
  const navigate = groupsPage.useNavigate()
  const groups = useQuery({
    ...read('groups', '/accounts/{account}/groups', { path: { account }, query: { page, name, limit: 50 } }),
    placeholderData: keepPreviousData,
    select: withCursor<ListedGroup>,
  })
  return (
    <>
      <PageHeader
        title="Groups"
        lead="A person can be texted after opting in to a group."
        actions={<NewGroup label="New group" />}
      />
      <SearchField
        label="Search groups"
        placeholder="Part of the name"
        text={name ?? ''}
        onText={(text) => void navigate({ search: text === '' ? {} : { name: text }, replace: true })}
        maw={360}
        mb="md"
      />
      <CursorTable
        label="Groups"
        columns={COLUMNS}
        query={groups}
        rowKey={({ id }) => id}
        empty={name === undefined ? <NoGroups /> : <NoSuchGroup name={name} />}
        cursor={cursorOfPage(page)}
        onCursor={(cursor) => void navigate({ search: { name, page: pageOfCursor(cursor) } })}
      />
    </>
  )
}

function NewGroup({ label }: { readonly label: string }) {
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <ReasonedButton leftSection={<IconPlus size={16} />} reason={reasonAgainst('editor')} onClick={open}>
        {label}
      </ReasonedButton>
      <NewGroupDialog isOpen={isOpen} onClose={close} />
    </>
  )
}

function NoGroups() {
  return (
    <EmptyState title="No groups yet" action={<NewGroup label="Create the first group" />}>
      A group is what people opt in to, for example “Weekly offers”. Without one, nobody can be texted.
    </EmptyState>
  )
}

function NoSuchGroup({ name }: { readonly name: string }) {
  return <EmptyState title="No group matches">No group has “{name}” in its name.</EmptyState>
}

const COLUMNS: readonly Column<ListedGroup>[] = [
  {
    key: 'name',
    label: 'Name',
    cell: ({ id, name, isDefault }) => (
      <Group gap="xs" wrap="nowrap">
        <Anchor
          className="row-link"
          size="sm"
          fw={550}
          c="inherit"
          lineClamp={2}
          renderRoot={(props) => (
            <Link {...props} from="/a/$account" to="/a/$account/groups/$group" params={{ group: id }} />
          )}
        >
          <bdi>{name}</bdi>
        </Anchor>
        {isDefault && <StatusBadge tone="active">Default</StatusBadge>}
      </Group>
    ),
  },
  {
    key: 'members',
    label: 'Members',
    align: 'right',
    width: 110,
    cell: ({ contactCount }) => formatCount(contactCount),
  },
  {
    key: 'opt-in',
    label: 'People join',
    width: 190,
    cell: ({ optInType }) => (optInType === 'SINGLE' ? 'At once' : 'After replying YES'),
  },
  {
    key: 'tags',
    label: 'Tags',
    cell: ({ tags }) =>
      tags.length === 0 ? (
        <span aria-label="none">–</span>
      ) : (
        <Group gap={4}>
          {tags.map(({ id, name }) => (
            <Badge key={id} variant="light" color="gray" tt="none" fw={500} radius="sm" maw={160}>
              {name}
            </Badge>
          ))}
        </Group>
      ),
  },
  { key: 'created', label: 'Created', width: 140, cell: ({ createdAt }) => <TimeText at={createdAt} format="day" /> },
]
