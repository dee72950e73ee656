import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { isNotEmpty, matchesField, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { PASSWORD_HINT, validPassword } from '../one-time-links/password-rules.js'
import { useSession } from '../use-session.js'

export function PasswordForm() {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', new: '', again: '' },
    validate: {
      current: isNotEmpty('Enter your present password.'),
      new: validPassword,
      again: matchesField('new', 'The two passwords differ.'),
    },
  })
  const save = useMutation({
    mutationFn: (password: { current: string; new: string }) => call('patch', '/user', { body: { password } }),
    onSuccess: async () => {
      form.reset()
      await queryClient.invalidateQueries({ queryKey: ['session'] })
      notifications.show({ message: 'Your password is changed. Other browsers are signed out.' })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate({ current: values.current, new: values.new }))}>
      <Stack maw={420}>
        {save.error && <ErrorMessage error={save.error} title="Your password is not changed" />}
        {/* Password managers store the new password under this name. */}
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        <PasswordInput label="Current password" autoComplete="current-password" {...form.getInputProps('current')} />
        <PasswordInput
          label="New password"
          description={PASSWORD_HINT}
          autoComplete="new-password"
          {...form.getInputProps('new')}
        />
        <PasswordInput label="New password again" autoComplete="new-password" {...form.getInputProps('again')} />
        <Text size="sm" c="dimmed">
          This signs you out in every other browser.
        </Text>
        <Button type="submit" loading={save.isPending}>
          Change password
        </Button>
      </Stack>
    </form>
  )
}
