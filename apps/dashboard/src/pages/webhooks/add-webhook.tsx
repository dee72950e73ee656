import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useAccount } from '../../shell/use-session.js'
import { EVENT_TYPES, type EventType } from './event-types.js'
import { SecretOnce } from './secret-once.js'

export function AddWebhook() {
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <Button onClick={open}>Add webhook</Button>
      <Modal opened={isOpen} onClose={close} title="Add webhook" size="lg">
        <AddForm onClose={close} />
      </Modal>
    </>
  )
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const form = useForm<{ url: string; events: string[] }>({ initialValues: { url: '', events: ['message.received'] } })
  const add = useMutation({
    mutationFn: ({ url, events }: { url: string; events: string[] }) =>
      call('post', '/accounts/{account}/webhooks', { path: { account }, body: { url, events: events as EventType[] } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('webhooks', account) }),
  })
  if (add.data !== undefined) {
    return (
      <Stack>
        <SecretOnce secret={add.data.secret} />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <TextInput
          label="Address"
          description="Events are posted there as JSON. It must be reachable from the Internet."
          placeholder="https://example.com/carillon"
          inputMode="url"
          required
          data-autofocus
          {...form.getInputProps('url')}
        />
        <Checkbox.Group label="Events" {...form.getInputProps('events')}>
          <Stack gap="xs" mt="xs">
            {Object.entries(EVENT_TYPES).map(([type, meaning]) => (
              <Checkbox key={type} value={type} label={meaning} description={type} />
            ))}
          </Stack>
        </Checkbox.Group>
        {form.values.events.length === 0 && <Text size="sm">Choose at least one event.</Text>}
        {add.error && <ErrorMessage title="The webhook was not added" error={add.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending} disabled={form.values.events.length === 0}>
            Add webhook
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
