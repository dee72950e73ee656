import { Button, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { sessionQuery } from '../../api/session.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { ZoneSelect } from '../../parts/time/zone-select.js'
import { useSession } from '../use-session.js'

/** The name that colleagues see, and the zone in which the person reads times. */
export function NameForm() {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (body: { name: string; timezone: string | null }) => call('patch', '/user', { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      notifications.show({ message: 'Your profile is saved.' })
    },
  })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: user.name, timezone: user.timezone ?? null },
    validate: { name: isNotEmpty('Enter your name: colleagues see it beside what you do.') },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      {save.error && <ErrorMessage error={save.error} title="Your profile is not saved" />}
      <Stack maw={420}>
        <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
        <ZoneSelect
          label="Time zone"
          description="Times can be shown in your zone or in that of the account: choose at the top of each page."
          placeholder="That of this computer"
          clearable
          clearButtonProps={{ 'aria-label': 'Use the zone of this computer' }}
          {...form.getInputProps('timezone')}
        />
        <Button type="submit" loading={save.isPending}>
          Save profile
        </Button>
      </Stack>
    </form>
  )
}
