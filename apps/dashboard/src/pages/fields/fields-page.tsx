import { Code, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { RowActions } from '../../parts/row-actions.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { DeleteFieldDialog } from './delete-field-dialog.js'
import { FieldDialog, type Field } from './field-dialog.js'
import { TYPE_LABELS } from './field-types.js'

export const fieldsPage = createLazyRoute('/session/a/$account/fields')({ component: FieldsPage })

const KEYS = [1, 2, 3, 4, 5, 6, 7].map((n) => `contact_custom_field_${n}`)

type Open = { readonly dialog: 'change' | 'delete'; readonly field: Field }

function FieldsPage() {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const [open, setOpen] = useState<Open | null>(null)
  const fields = useQuery(read('fields', '/accounts/{account}/custom-fields', { path: { account } }))
  const actions: Column<Field> = {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: 180,
    cell: (field) => (
      <RowActions
        name={field.label}
        actions={[
          { label: 'Change', onClick: () => setOpen({ dialog: 'change', field }), reason: reasonAgainst('admin') },
          { label: 'Delete', onClick: () => setOpen({ dialog: 'delete', field }), reason: reasonAgainst('admin') },
        ]}
      />
    ),
  }
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Fields"
        lead="What an account knows about people besides name and address. Texts can include it."
        actions={<NewField fields={fields.data?.results} />}
      />
      <CursorTable
        label="Fields"
        columns={[...COLUMNS, actions]}
        query={fields}
        rowKey={({ key }) => key}
        empty={<NoFields fields={fields.data?.results} />}
      />
      <FieldDialog field={open?.field ?? null} isOpen={open?.dialog === 'change'} onClose={close} />
      <DeleteFieldDialog field={open?.field ?? null} isOpen={open?.dialog === 'delete'} onClose={close} />
    </>
  )
}

const COLUMNS: readonly Column<Field>[] = [
  {
    key: 'label',
    label: 'Name',
    cell: ({ label }) => (
      <Text size="sm" fw={550} component="span">
        <bdi>{label}</bdi>
      </Text>
    ),
  },
  { key: 'type', label: 'Type', cell: ({ type }) => TYPE_LABELS[type], width: 200 },
  {
    key: 'options',
    label: 'Options',
    cell: ({ options }) =>
      options.length === 0 ? (
        <span aria-label="none">–</span>
      ) : (
        <Text size="sm" lineClamp={2}>
          {options.join(', ')}
        </Text>
      ),
  },
  {
    key: 'tag',
    label: 'In a text',
    width: 240,
    cell: ({ key }) => <Code className="breaking">{`{{${key}}}`}</Code>,
  },
  {
    key: 'status',
    label: 'State',
    width: 120,
    cell: ({ status }) => <StatusBadge tone={status === 'active' ? 'good' : 'neutral'}>{STATES[status]}</StatusBadge>,
  },
]

const STATES = { active: 'Active', disabled: 'Not active', deleting: 'Being deleted' } as const

type NewFieldProps = { readonly fields: readonly Field[] | undefined; readonly label?: string }

function NewField({ fields, label = 'New field' }: NewFieldProps) {
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  const free = KEYS.find((key) => !fields?.some((field) => field.key === key))
  const reason =
    reasonAgainst('admin') ??
    (fields !== undefined && free === undefined ? 'An account has at most seven fields: delete one first.' : undefined)
  return (
    <>
      <ReasonedButton leftSection={<IconPlus size={16} />} reason={reason} onClick={open}>
        {label}
      </ReasonedButton>
      {free !== undefined && <FieldDialog field={null} newKey={free} isOpen={isOpen} onClose={close} />}
    </>
  )
}

function NoFields({ fields }: { readonly fields: readonly Field[] | undefined }) {
  return (
    <EmptyState title="No fields yet" action={<NewField fields={fields} label="Add the first field" />}>
      A field holds something about a person, for example a plan, a shoe size or the day of the last visit.
    </EmptyState>
  )
}
