import { Alert, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { call } from '../../api/call.js'
import { newIdempotencyKey } from '../../api/idempotency-key.js'
import { keyOf } from '../../api/read.js'
import { BodyEditor } from '../../parts/body/body-editor.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { CONSENT_LABELS, CONSENT_MEANING } from '../../parts/text/consent-words.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import type { Consent, Conversation } from './conversation.js'

const BODY_LENGTH_MAX = 640

export type ReplyFormProps = { readonly conversation: Conversation; readonly consent: Consent }

/** Somebody who has not agreed to texts cannot be written to: the form says why in place of the field. */
export function ReplyForm({ conversation, consent }: ReplyFormProps) {
  if (consent.state !== 'opted_in') {
    return (
      <Alert color="gray" title="You cannot reply">
        {CONSENT_LABELS[consent.state]}. {CONSENT_MEANING[consent.state]}
      </Alert>
    )
  }
  return <OpenReplyForm conversation={conversation} />
}

/** Each reply has a key of its own, made before it is sent, so that a double click or a retry sends once. */
function OpenReplyForm({ conversation }: Pick<ReplyFormProps, 'conversation'>) {
  const { id: account, smartEncoding } = useAccount()
  const { reasonAgainst } = useRole()
  const queryClient = useQueryClient()
  const [body, setBody] = useState('')
  /** A second click can come before the button shows that it waits. */
  const isSending = useRef(false)
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const reply = useMutation({
    mutationFn: () =>
      call('post', '/accounts/{account}/messaging/message', {
        path: { account },
        body: { to: conversation.phoneNumber, from: conversation.number, body, idempotencyKey },
      }),
    onSuccess: ({ status }) => {
      setIdempotencyKey(newIdempotencyKey())
      if (status !== 'failed') setBody('')
    },
    onSettled: () => {
      isSending.current = false
      for (const noun of ['conversations', 'credits'] as const)
        void queryClient.invalidateQueries({ queryKey: keyOf(noun, account) })
      void queryClient.invalidateQueries({ queryKey: keyOf('consent', account) })
    },
  })
  const isReady = body.trim() !== '' && !reply.isPending
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isSending.current || reasonAgainst('sender') !== undefined) return
    isSending.current = true
    reply.mutate()
  }
  return (
    <form onSubmit={send} aria-label="Reply">
      <Stack gap="sm">
        <BodyEditor
          label="Your reply"
          value={body}
          onChange={setBody}
          maxLength={BODY_LENGTH_MAX}
          minRows={2}
          smartEncoding={smartEncoding}
        />
        {reply.error && <ErrorMessage title="The reply was not sent" error={reply.error} />}
        {reply.data?.status === 'failed' && (
          <Alert color="red" role="alert" title="The reply failed">
            {reply.data.errorMessage ?? reply.data.errorType}
          </Alert>
        )}
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            A reply is paid with credits and cannot be taken back.
          </Text>
          <ReasonedButton
            type="submit"
            reason={reasonAgainst('sender')}
            loading={reply.isPending}
            disabled={body.trim() === ''}
          >
            Send reply
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  )
}
