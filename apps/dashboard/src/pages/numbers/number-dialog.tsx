import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import type { Result } from '../../api/operation.js'
import { keyOf } from '../../api/read.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { NEW_NUMBER, NumberForm, type NumberValues } from './number-form.js'

export type AccountNumber = Result<'/accounts/{account}/numbers', 'get'>['results'][number]

export type NumberDialogProps = {
  /** Null: a new number. */
  readonly number: AccountNumber | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function NumberDialog({ number, isOpen, onClose }: NumberDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={number === null ? 'Add number' : 'Change number'}>
      <Form number={number} onClose={onClose} />
    </Modal>
  )
}

function Form({ number, onClose }: Omit<NumberDialogProps, 'isOpen'>) {
  const { id: account } = useAccount()
  const { can } = useRole()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: NumberValues): Promise<unknown> =>
      number === null
        ? call('post', '/accounts/{account}/numbers', {
            path: { account },
            body: { number: values.number, ...settingsOf(values) },
          })
        : call('patch', '/accounts/{account}/numbers/{number}', {
            path: { account, number: number.number },
            body: settingsOf(values),
            headers: { 'If-Match': number.etag },
          }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('numbers', account) }),
    onSuccess: onClose,
  })
  return (
    <NumberForm
      initialValues={number === null ? NEW_NUMBER : valuesOf(number)}
      isNew={number === null}
      isOwner={can('owner')}
      submitLabel={number === null ? 'Add number' : 'Save changes'}
      error={save.error}
      isSaving={save.isPending}
      onSubmit={save.mutateAsync}
      onCancel={onClose}
    />
  )
}

function valuesOf({ number, status, mms, messagesPerSecond, carrier }: AccountNumber): NumberValues {
  return {
    number,
    isActive: status === 'active',
    mms,
    messagesPerSecond: messagesPerSecond ?? '',
    carrier: carrier ?? '',
  }
}

function settingsOf({ isActive, mms, messagesPerSecond, carrier }: NumberValues) {
  return {
    status: isActive ? ('active' as const) : ('inactive' as const),
    mms,
    messagesPerSecond: messagesPerSecond === '' ? null : messagesPerSecond,
    carrier: carrier === '' ? null : carrier,
  }
}
