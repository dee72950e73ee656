import { Button, Modal, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { FormBody } from '../../parts/form/form-body.js'
import { useDialog } from '../../parts/use-dialog.js'

export function NewAccount() {
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <Button size="sm" onClick={open}>
        New account
      </Button>
      <Modal opened={isOpen} onClose={close} title="New account">
        <NewAccountForm onClose={close} />
      </Modal>
    </>
  )
}

function NewAccountForm({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { name: '' }, validate: { name: isNotEmpty('Give the account a name.') } })
  const create = useMutation({
    mutationFn: (name: string) => call('post', '/system/accounts', { body: { name } }),
    onSuccess: async () => {
      for (const noun of ['system', 'session', 'audit'] as const)
        await queryClient.invalidateQueries({ queryKey: keyOf(noun) })
      onClose()
    },
  })
  const submit = form.onSubmit(({ name }) => {
    if (create.isPending) return
    create.mutateAsync(name.trim()).catch((error: unknown) => form.setErrors(fieldErrorsOf(error)))
  })
  return (
    <FormBody
      onSubmit={submit}
      submitLabel="Create account"
      isSaving={create.isPending}
      onCancel={onClose}
      error={create.error}
      errorTitle="The account was not created"
    >
      <TextInput
        label="Name"
        description="It gets no numbers, groups or credits yet."
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormBody>
  )
}
