import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useAccount } from '../../shell/use-session.js'

const BODY_LENGTH_MAX = 2_000

export function NoteForm({ conversation }: { readonly conversation: string }) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const [body, setBody] = useState('')
  const add = useMutation({
    mutationFn: () =>
      call('post', '/accounts/{account}/conversations/{conversationId}/notes', {
        path: { account, conversationId: conversation },
        body: { body },
      }),
    onSuccess: async () => {
      setBody('')
      await queryClient.invalidateQueries({ queryKey: keyOf('conversations', account) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body.trim() !== '' && !add.isPending) add.mutate()
  }
  return (
    <form onSubmit={submit} aria-label="Note">
      <Stack gap="sm">
        <Textarea
          label="Your note"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={BODY_LENGTH_MAX}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        {add.error && <ErrorMessage title="The note was not added" error={add.error} />}
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            Only users of this account see it. It is deleted together with the conversation.
          </Text>
          <Button type="submit" loading={add.isPending} disabled={body.trim() === ''}>
            Add note
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
