import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { FormBody } from '../../parts/form/form-body.js'
import { LinkOnce } from '../../parts/link-once.js'
import { useAccount } from '../../shell/use-session.js'
import { ROLE_CHOICES, type AccountRole } from '../../parts/form/role-choices.js'
import { useDialog } from '../../parts/use-dialog.js'

export function InviteUser() {
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <Button onClick={open}>Invite a person</Button>
      <Modal opened={isOpen} onClose={close} title="Invite a person">
        <InviteForm onClose={close} />
      </Modal>
    </>
  )
}

function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { email: '', role: 'viewer' as AccountRole },
    validate: { email: (text) => (/^\S+@\S+$/.test(text.trim()) ? null : 'This must be an e-mail address.') },
  })
  const invite = useMutation({
    mutationFn: ({ email, role }: { readonly email: string; readonly role: AccountRole }) =>
      call('post', '/accounts/{account}/users', { path: { account }, body: { email: email.trim(), role } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('users', account) }),
  })
  if (invite.data !== undefined) {
    const { link, user } = invite.data
    return (
      <Stack>
        {link === null ? (
          <Text size="sm">
            {user.email} has this role now. The person can sign in already, or was invited before, so there is no link.
          </Text>
        ) : (
          <LinkOnce path={link.path} expiresAt={link.expiresAt} email={user.email} />
        )}
        <Button onClick={onClose}>Done</Button>
      </Stack>
    )
  }
  const submit = form.onSubmit((values) => {
    if (invite.isPending) return
    invite.mutateAsync(values).catch((error: unknown) => form.setErrors(fieldErrorsOf(error)))
  })
  return (
    <FormBody
      onSubmit={submit}
      submitLabel="Create invitation"
      isSaving={invite.isPending}
      onCancel={onClose}
      error={invite.error}
      errorTitle="Nobody was invited"
    >
      <TextInput label="E-mail" type="email" required data-autofocus {...form.getInputProps('email')} />
      <Select label="Role" data={ROLE_CHOICES} allowDeselect={false} {...form.getInputProps('role')} />
    </FormBody>
  )
}
