import { Modal, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import type { Result } from '../../api/operation.js'
import { keyOf } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { FormBody } from '../../parts/form/form-body.js'
import { useAccount } from '../../shell/use-session.js'

export type Tag = Result<'/accounts/{account}/tags', 'get'>['results'][number]

export type TagDialogProps = {
  /** Null: a new tag. */
  readonly tag: Tag | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function TagDialog({ tag, isOpen, onClose }: TagDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={tag === null ? 'New tag' : 'Rename tag'}>
      <TagForm tag={tag} onClose={onClose} />
    </Modal>
  )
}

function TagForm({ tag, onClose }: Omit<TagDialogProps, 'isOpen'>) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: tag?.name ?? '' },
    validate: { name: isNotEmpty('Give the tag a name.') },
  })
  const save = useMutation({
    mutationFn: (name: string): Promise<unknown> =>
      tag === null
        ? call('post', '/accounts/{account}/tags', { path: { account }, body: { name } })
        : call('patch', '/accounts/{account}/tags/{tagId}', { path: { account, tagId: tag.id }, body: { name } }),
    onSuccess: async () => {
      await refresh(queryClient, account)
      onClose()
    },
  })
  const submit = form.onSubmit(({ name }) => {
    if (save.isPending) return
    save.mutateAsync(name.trim()).catch((error: unknown) => form.setErrors(fieldErrorsOf(error)))
  })
  return (
    <FormBody
      onSubmit={submit}
      submitLabel={tag === null ? 'Create tag' : 'Rename tag'}
      isSaving={save.isPending}
      onCancel={onClose}
      error={save.error}
      errorTitle="The tag was not saved"
    >
      <TextInput label="Name" maxLength={100} required data-autofocus {...form.getInputProps('name')} />
    </FormBody>
  )
}

export function DeleteTagDialog({ tag, isOpen, onClose }: TagDialogProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const remove = async () => {
    await call('delete', '/accounts/{account}/tags/{tagId}', { path: { account, tagId: tag!.id } })
    await refresh(queryClient, account)
  }
  const groups = tag?.groups.map(({ name }) => name) ?? []
  return (
    <ConfirmDialog
      isOpen={isOpen && tag !== null}
      onClose={onClose}
      title={`Delete ${tag?.name ?? 'the tag'}?`}
      confirmLabel="Delete tag"
      keepLabel="Keep tag"
      onConfirm={remove}
    >
      {groups.length === 0 ? 'No group has this tag.' : `These groups lose it: ${groups.join(', ')}.`} You can create it
      again.
    </ConfirmDialog>
  )
}

async function refresh(queryClient: QueryClient, account: string) {
  for (const noun of ['tags', 'groups', 'contacts'] as const)
    await queryClient.invalidateQueries({ queryKey: keyOf(noun, account) })
}
