import { Anchor, Button, Modal, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { FormBody } from '../../parts/form/form-body.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { formatCount } from '../../parts/text/count.js'
import { TimeText } from '../../parts/time/time-text.js'

type ServiceAccount = components['schemas']['ServiceAccount']

export type ServiceAccountsProps = {
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

export function ServiceAccounts({ cursor, onCursor }: ServiceAccountsProps) {
  const accounts = useQuery({
    ...read('system', '/system/accounts', { query: { limit: 50, ...(cursor !== undefined && { cursor }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <NewAccount />
      <CursorTable
        label="Accounts"
        columns={COLUMNS}
        query={accounts}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No accounts yet">An account has its own contacts, numbers and credits.</EmptyState>}
        {...(cursor !== undefined && { cursor })}
        onCursor={onCursor}
      />
    </>
  )
}

const COLUMNS: readonly Column<ServiceAccount>[] = [
  {
    key: 'name',
    label: 'Name',
    cell: ({ id, name }) => (
      <Anchor component={Link} to="/a/$account" params={{ account: id } as never} className="row-link">
        <bdi>{name}</bdi>
      </Anchor>
    ),
  },
  { key: 'credits', label: 'SMS credits', align: 'right', cell: ({ credits }) => formatCount(credits.sms) },
  { key: 'numbers', label: 'Numbers', align: 'right', cell: ({ numbers }) => formatCount(numbers) },
  { key: 'groups', label: 'Groups', align: 'right', cell: ({ groups }) => formatCount(groups) },
  {
    key: 'last',
    label: 'Last text',
    cell: ({ lastMessageAt }) => (lastMessageAt === null ? 'none' : <TimeText at={lastMessageAt} />),
  },
]

function NewAccount() {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="sm" mb="sm" onClick={open}>
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
