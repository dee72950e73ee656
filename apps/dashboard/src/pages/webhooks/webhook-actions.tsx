import { Alert, Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useAccount } from '../../shell/use-session.js'
import { SecretOnce } from './secret-once.js'

type Webhook = components['schemas']['Webhook']

/** How long the previous secret also signs, so that no request is refused while the receiver changes its secret. */
const PREVIOUS_VALID_HOURS = 24

export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { id: account } = useAccount()
  const { id: webhookId, enabled } = webhook
  const path = { account, webhookId }
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf('webhooks', account) })
  const [isRotating, rotating] = useDialog()
  const [secret, setSecret] = useState<string | null>(null)
  const test = useMutation({
    mutationFn: () => call('post', '/accounts/{account}/webhooks/{webhookId}/test', { path, body: {} as never }),
    onSuccess: refresh,
  })
  const enable = useMutation({
    mutationFn: () => call('patch', '/accounts/{account}/webhooks/{webhookId}', { path, body: { enabled: !enabled } }),
    onSuccess: refresh,
  })
  const rotate = async () => {
    const body = { previousValidHours: PREVIOUS_VALID_HOURS }
    const rotated = await call('post', '/accounts/{account}/webhooks/{webhookId}/rotate-secret', { path, body })
    setSecret(rotated.secret)
    await refresh()
  }
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button size="sm" loading={test.isPending} onClick={() => test.mutate()} disabled={!enabled}>
          Send test event
        </Button>
        <Button size="sm" variant="default" onClick={rotating.open}>
          Rotate secret
        </Button>
        <Button size="sm" variant="default" loading={enable.isPending} onClick={() => enable.mutate()}>
          {enabled ? 'Disable webhook' : 'Enable webhook'}
        </Button>
        <RemoveWebhook webhook={webhook} />
      </Group>
      {secret !== null && <SecretOnce secret={secret} />}
      {test.isSuccess && (
        <Alert color="blue" role="status">
          A test event is on its way. Its delivery appears below.
        </Alert>
      )}
      {test.error && <ErrorMessage title="No test event was sent" error={test.error} />}
      {enable.error && <ErrorMessage title="The webhook was not changed" error={enable.error} />}
      <ConfirmDialog
        isOpen={isRotating}
        onClose={rotating.close}
        title="Rotate the secret?"
        confirmLabel="Rotate secret"
        keepLabel="Keep secret"
        onConfirm={rotate}
      >
        A new secret is generated and shown once. For {PREVIOUS_VALID_HOURS} hours, requests are signed with both the
        new and the previous secret.
      </ConfirmDialog>
    </Stack>
  )
}

function RemoveWebhook({ webhook: { id: webhookId, url } }: { readonly webhook: Webhook }) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDialog()
  const remove = async () => {
    await call('delete', '/accounts/{account}/webhooks/{webhookId}', { path: { account, webhookId } })
    await navigate({ to: '/a/$account/webhooks', params: { account } as never })
    await queryClient.invalidateQueries({ queryKey: keyOf('webhooks', account) })
  }
  return (
    <>
      <Button size="sm" variant="subtle" color="red" onClick={open}>
        Remove webhook
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Remove this webhook?"
        confirmLabel="Remove webhook"
        keepLabel="Keep webhook"
        irreversible="Its secret and the log of its deliveries are deleted, and cannot be restored."
        onConfirm={remove}
      >
        Nothing is posted to {url} any more. To stop for a while, disable the webhook instead: its events then wait.
      </ConfirmDialog>
    </>
  )
}
