import { Anchor, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { RowActions } from '../../parts/row-actions.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { DeleteTagDialog, TagDialog, type Tag } from './tag-dialogs.js'

export const tagsPage = createLazyRoute('/session/a/$account/tags')({ component: TagsPage })

type Open = { readonly dialog: 'rename' | 'delete'; readonly tag: Tag }

function TagsPage() {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const [open, setOpen] = useState<Open | null>(null)
  const tags = useQuery(read('tags', '/accounts/{account}/tags', { path: { account } }))
  const actions: Column<Tag> = {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: 180,
    cell: (tag) => (
      <RowActions
        name={tag.name}
        actions={[
          { label: 'Rename', onClick: () => setOpen({ dialog: 'rename', tag }), reason: reasonAgainst('editor') },
          { label: 'Delete', onClick: () => setOpen({ dialog: 'delete', tag }), reason: reasonAgainst('editor') },
        ]}
      />
    ),
  }
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Tags"
        lead="Words that sort groups. Contacts show the tags of their groups."
        actions={<NewTag label="New tag" />}
      />
      <CursorTable
        label="Tags"
        columns={[...COLUMNS, actions]}
        query={tags}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No tags yet" action={<NewTag label="Create the first tag" />}>
            With many groups, tags such as “weekly” or “Berlin” tell them apart.
          </EmptyState>
        }
      />
      <TagDialog tag={open?.tag ?? null} isOpen={open?.dialog === 'rename'} onClose={close} />
      <DeleteTagDialog tag={open?.tag ?? null} isOpen={open?.dialog === 'delete'} onClose={close} />
    </>
  )
}

const COLUMNS: readonly Column<Tag>[] = [
  {
    key: 'name',
    label: 'Name',
    cell: ({ name }) => (
      <Text size="sm" fw={550} component="span">
        <bdi>{name}</bdi>
      </Text>
    ),
  },
  { key: 'groups', label: 'Used by', cell: ({ groups }) => <Groups groups={groups} /> },
  { key: 'created', label: 'Created', width: 140, cell: ({ createdAt }) => <TimeText at={createdAt} format="day" /> },
]

function Groups({ groups }: { readonly groups: Tag['groups'] }) {
  if (groups.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No group
      </Text>
    )
  }
  return (
    <Group gap="xs">
      {groups.map(({ id, name }) => (
        <Anchor
          key={id}
          size="sm"
          renderRoot={(props) => (
            <Link {...props} from="/a/$account" to="/a/$account/groups/$group" params={{ group: id }} />
          )}
        >
          {name}
        </Anchor>
      ))}
    </Group>
  )
}

function NewTag({ label }: { readonly label: string }) {
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <ReasonedButton leftSection={<IconPlus size={16} />} reason={reasonAgainst('editor')} onClick={open}>
        {label}
      </ReasonedButton>
      <TagDialog tag={null} isOpen={isOpen} onClose={close} />
    </>
  )
}
