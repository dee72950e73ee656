import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import type { Result, Values } from '../../api/operation.js'
import { keyOf } from '../../api/read.js'
import { useAccount } from '../../shell/use-session.js'
import { FieldForm, type FieldValues } from './field-form.js'

export type Field = Result<'/accounts/{account}/custom-fields', 'get'>['results'][number]
type NewField = Values<'/accounts/{account}/custom-fields', 'post'>['body']

export type FieldDialogProps = {
  /** Null: a new field, which gets the key. */
  readonly field: Field | null
  readonly newKey?: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function FieldDialog({ isOpen, ...form }: FieldDialogProps) {
  return (
    <Modal opened={isOpen} onClose={form.onClose} title={form.field === null ? 'New field' : 'Change field'}>
      <Form {...form} />
    </Modal>
  )
}

const BLANK: FieldValues = { label: '', type: 'TEXT', options: [], isActive: true }

function Form({ field, newKey, onClose }: Omit<FieldDialogProps, 'isOpen'>) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: ({ label, type, options, isActive }: FieldValues): Promise<unknown> =>
      field === null
        ? call('post', '/accounts/{account}/custom-fields', {
            path: { account },
            body: { key: newKey as NewField['key'], label, type, options },
          })
        : call('patch', '/accounts/{account}/custom-fields/{fieldKey}', {
            path: { account, fieldKey: field.key },
            body: { label, options, status: isActive ? 'active' : 'disabled' },
            headers: { 'If-Match': field.etag },
          }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('fields', account) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf('contacts', account) })
      onClose()
    },
  })
  return (
    <FieldForm
      initialValues={
        field === null ? BLANK : { ...field, options: [...field.options], isActive: field.status === 'active' }
      }
      fieldKey={field?.key ?? newKey ?? ''}
      isNew={field === null}
      submitLabel={field === null ? 'Add field' : 'Save changes'}
      error={save.error}
      isSaving={save.isPending}
      onSubmit={save.mutateAsync}
      onCancel={onClose}
    />
  )
}
