import { Modal, MultiSelect, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { FormBody } from '../../parts/form/form-body.js'
import type { AccountPool } from '../../parts/message/use-pools.js'
import { useAccount } from '../../shell/use-session.js'
import { poolErrors, withPool } from './pool-changes.js'
import { useChangePools } from './use-change-pools.js'

export type PoolDialogProps = {
  /** Null: a new pool. */
  readonly pool: AccountPool | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

const NUMBERS_MAX = 100

export function PoolDialog({ pool, isOpen, onClose }: PoolDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={pool === null ? 'New pool' : 'Change pool'}>
      <Form pool={pool} onClose={onClose} />
    </Modal>
  )
}

function Form({ pool, onClose }: Omit<PoolDialogProps, 'isOpen'>) {
  const { id: account } = useAccount()
  const changePools = useChangePools()
  const senders = useQuery(read('numbers', '/accounts/{account}/senders', { path: { account } }))
  const form = useForm({
    initialValues: { name: pool?.name ?? '', numbers: pool?.numbers.map(({ number }) => number) ?? [] },
    validate: { name: isNotEmpty('Write a name.'), numbers: isNotEmpty('Choose at least one number.') },
  })
  const save = useMutation({
    mutationFn: ({ name, numbers }: typeof form.values) => {
      const changed = { ...(pool !== null && { id: pool.id }), name: name.trim(), numbers }
      return changePools((pools) => withPool(pools, changed))
    },
    onSuccess: onClose,
  })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    save.mutateAsync(values).catch((error: unknown) => form.setErrors(poolErrors(fieldErrorsOf(error))))
  })
  return (
    <FormBody
      onSubmit={submit}
      submitLabel={pool === null ? 'Create pool' : 'Save changes'}
      isSaving={save.isPending}
      onCancel={onClose}
      error={save.error}
      errorTitle="The pool was not saved"
    >
      <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <MultiSelect
        label="Numbers"
        description="People of a number that you take away get another one of the pool with their next text."
        placeholder={form.values.numbers.length === 0 ? 'Choose numbers' : undefined}
        data={(senders.data?.results ?? []).map(({ number, status }) => ({
          value: number,
          label: status === 'active' ? number : `${number} (not active)`,
        }))}
        maxValues={NUMBERS_MAX}
        searchable
        required
        nothingFoundMessage="The account has no such number."
        {...form.getInputProps('numbers')}
      />
    </FormBody>
  )
}
