import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { fieldErrorsOf } from '../../../parts/form/field-errors.js'
import { FormBody } from '../../../parts/form/form-body.js'
import { LinkOnce } from '../../../parts/link-once.js'
import { useDialog } from '../../../parts/use-dialog.js'
import { useRefreshUsers } from './refresh-users.js'
import { faultOf, NO_RIGHTS, RightsFields, type Rights } from './rights-fields.js'

export function InviteServiceUser() {
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <Button size="sm" onClick={open}>
        Invite a user
      </Button>
      <Modal opened={isOpen} onClose={close} title="Invite a user">
        <InviteForm onClose={close} />
      </Modal>
    </>
  )
}

type Invitation = { readonly email: string; readonly name: string; readonly rights: Rights }

function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefreshUsers()
  const form = useForm<Invitation>({
    initialValues: { email: '', name: '', rights: NO_RIGHTS },
    validate: {
      email: (text) => (/^\S+@\S+$/.test(text.trim()) ? null : 'This must be an e-mail address.'),
      rights: faultOf,
    },
  })
  const invite = useMutation({
    mutationFn: ({ email, name, rights: { isOwner, roles } }: Invitation) => {
      const named = name.trim() === '' ? {} : { name: name.trim() }
      // Owners have every role, so theirs in single accounts would only confuse later.
      return call('post', '/users', {
        body: { email: email.trim(), ...named, isOwner, roles: isOwner ? [] : [...roles] },
      })
    },
    onSuccess: refresh,
  })
  if (invite.data !== undefined) {
    const { link, user } = invite.data
    return (
      <Stack>
        <LinkOnce path={link.path} expiresAt={link.expiresAt} email={user.email} />
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
      <TextInput
        label="Name"
        description="The person can change it when joining."
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <RightsFields
        value={form.values.rights}
        onChange={(rights) => {
          form.setFieldValue('rights', rights)
          form.clearFieldError('rights')
        }}
        error={form.errors['rights'] as string | undefined}
      />
    </FormBody>
  )
}
