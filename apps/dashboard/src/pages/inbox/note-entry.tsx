import { Button, Group, Paper, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount, useSession } from '../../shell/use-session.js'
import type { Note } from './conversation.js'

export type NoteEntryProps = { readonly conversation: string; readonly note: Note }

/** A note among the texts, which looks like none of them. */
export function NoteEntry({ conversation, note }: NoteEntryProps) {
  const { user } = useSession()
  const { can } = useRole()
  const mayRemove = can('admin') || (can('editor') && note.author.id === user.id)
  return (
    <Paper withBorder radius="lg" px="md" py={8} className="note">
      <Group justify="space-between" gap="xs">
        <Text size="xs">
          Note by <bdi>{note.author.name}</bdi>, <TimeText at={note.createdAt} format="short" />
        </Text>
        {mayRemove && <RemoveButton conversation={conversation} note={note} />}
      </Group>
      <Text size="sm" dir="auto" className="message-text">
        {note.body}
      </Text>
    </Paper>
  )
}

function RemoveButton({ conversation, note }: NoteEntryProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const remove = async () => {
    const path = { account, conversationId: conversation, noteId: note.id }
    await call('delete', '/accounts/{account}/conversations/{conversationId}/notes/{noteId}', { path })
    await queryClient.invalidateQueries({ queryKey: keyOf('conversations', account) })
  }
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setIsOpen(true)}>
        Remove note
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Remove this note?"
        irreversible="It cannot be restored."
        confirmLabel="Remove note"
        onConfirm={remove}
      >
        The note is removed for everybody.
      </ConfirmDialog>
    </>
  )
}
