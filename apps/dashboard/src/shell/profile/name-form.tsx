import { Button, Group, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { sessionQuery } from '../../api/session.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useSession } from '../use-session.js'

export function NameForm() {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (body: { name: string }) => call('patch', '/user', { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      notifications.show({ message: 'Your name is saved.' })
    },
  })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: user.name },
    validate: { name: isNotEmpty('Enter your name: colleagues see it beside what you do.') },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      {save.error && <ErrorMessage error={save.error} title="Your name is not saved" />}
      <Group align="flex-end">
        <TextInput label="Your name" autoComplete="name" flex={1} {...form.getInputProps('name')} />
        <Button type="submit" loading={save.isPending}>
          Save name
        </Button>
      </Group>
    </form>
  )
}
