import { Alert, Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useAccount } from '../../shell/use-session.js'

type Span = { from: string; to: string; onlyFailed: boolean }

/** Posts the events of a span of time again, after an outage of the receiver for example. */
export function ReplaySpan({ webhookId }: { readonly webhookId: string }) {
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <Button variant="default" onClick={open}>
        Post events again
      </Button>
      <Modal opened={isOpen} onClose={close} title="Post the events of a span again">
        <SpanForm webhookId={webhookId} onClose={close} />
      </Modal>
    </>
  )
}

function SpanForm({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const form = useForm<Span>({ initialValues: { from: '', to: '', onlyFailed: true } })
  const replay = useMutation({
    mutationFn: ({ from, to, onlyFailed }: Span) =>
      call('post', '/accounts/{account}/webhooks/{webhookId}/replay', {
        path: { account, webhookId },
        body: { from: instantOf(from), to: instantOf(to), ...(onlyFailed && { status: 'failed' as const }) },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('webhooks', account) }),
  })
  const { from, to } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => replay.mutate(values))}>
      <Stack>
        <TextInput
          type="datetime-local"
          label="From"
          description="In the time zone of this browser"
          required
          {...form.getInputProps('from')}
        />
        <TextInput type="datetime-local" label="To" required {...form.getInputProps('to')} />
        <Switch label="Only deliveries that failed" {...form.getInputProps('onlyFailed', { type: 'checkbox' })} />
        {replay.error && <ErrorMessage title="No events are posted again" error={replay.error} />}
        {replay.isSuccess && (
          <Alert color="green" role="status">
            The events of this span are posted again.
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={replay.isPending} disabled={from === '' || to === '' || replay.isSuccess}>
            Post events again
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function instantOf(local: string): string {
  return new Date(local).toISOString()
}
