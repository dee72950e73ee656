import { Anchor, Button, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import type { Result } from '../../../api/operation.js'
import { keyOf, read } from '../../../api/read.js'
import { ConfirmDialog } from '../../../parts/confirm-dialog.js'
import { PageHeader } from '../../../parts/page-header.js'
import { RowActions } from '../../../parts/row-actions.js'
import { EmptyState } from '../../../parts/state/empty-state.js'
import type { Column } from '../../../parts/table/column.js'
import { CursorTable } from '../../../parts/table/cursor-table.js'
import { readableBody } from '../../../parts/text/readable-body.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { useRole } from '../../../shell/use-role.js'
import { useAccount } from '../../../shell/use-session.js'

export const draftsPage = createLazyRoute('/session/a/$account/drafts')({ component: DraftsPage })

type Draft = Result<'/accounts/{account}/drafts', 'get'>['results'][number]

function DraftsPage() {
  const { id: account } = useAccount()
  const reason = useRole().reasonAgainst('editor')
  const [deleting, setDeleting] = useState<Draft | null>(null)
  const queryClient = useQueryClient()
  const drafts = useQuery({
    ...read('drafts', '/accounts/{account}/drafts', { path: { account } }),
    enabled: reason === undefined,
  })
  const remove = async () => {
    await call('delete', '/accounts/{account}/drafts/{draftId}', { path: { account, draftId: deleting!.id } })
    await queryClient.invalidateQueries({ queryKey: keyOf('drafts', account) })
  }
  return (
    <>
      <PageHeader
        title="Drafts"
        lead="Texts that are not finished. Everybody who may write sees all of them."
        actions={<WriteButton />}
      />
      {reason === undefined ? (
        <CursorTable
          label="Drafts"
          columns={columnsWith(setDeleting)}
          query={drafts}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No drafts" action={<WriteButton />}>
              What you write is kept here by itself until you send it.
            </EmptyState>
          }
        />
      ) : (
        <Text c="dimmed">{reason}</Text>
      )}
      <ConfirmDialog
        isOpen={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete this draft?"
        irreversible="A deleted draft does not come back."
        confirmLabel="Delete draft"
        keepLabel="Keep draft"
        onConfirm={remove}
      >
        {deleting && `“${titleOf(deleting)}”`}
      </ConfirmDialog>
    </>
  )
}

function WriteButton() {
  return (
    <Button
      leftSection={<IconPencil size={16} />}
      renderRoot={(props) => <Link {...props} from="/a/$account" to="/a/$account/compose" />}
    >
      Compose
    </Button>
  )
}

function columnsWith(onDelete: (draft: Draft) => void): readonly Column<Draft>[] {
  return [
    { key: 'text', label: 'Text', cell: (draft) => <TextCell draft={draft} />, width: '45%' },
    { key: 'who', label: 'Changed by', cell: ({ updatedBy }) => <bdi>{updatedBy.name ?? 'Somebody'}</bdi> },
    { key: 'when', label: 'Changed', cell: ({ updatedAt }) => <TimeText at={updatedAt} format="short" /> },
    {
      key: 'actions',
      label: 'Actions',
      isLabelHidden: true,
      align: 'right',
      cell: (draft) => (
        <RowActions
          name={titleOf(draft)}
          actions={[{ label: 'Delete', onClick: () => onDelete(draft), reason: undefined }]}
        />
      ),
    },
  ]
}

function TextCell({ draft }: { readonly draft: Draft }) {
  return (
    <Anchor
      className="breaking"
      size="sm"
      fw={550}
      c="inherit"
      lineClamp={1}
      renderRoot={(props) => (
        <Link {...props} from="/a/$account" to="/a/$account/compose" search={{ draft: draft.id }} />
      )}
    >
      <bdi>{titleOf(draft)}</bdi>
    </Anchor>
  )
}

function titleOf({ body, template }: Draft): string {
  if (template !== undefined) return template.name === undefined ? 'A deleted template' : `Template ${template.name}`
  return body.trim() === '' ? 'Without a text of its own' : readableBody(body)
}
