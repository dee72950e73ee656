import { Text } from '@mantine/core'
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
import { formatCount } from '../../parts/text/count.js'
import { PhoneText } from '../../parts/text/phone-text.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { NumberDialog, type AccountNumber } from './number-dialog.js'
import { RetireNumberDialog } from './retire-number-dialog.js'

export const numbersPage = createLazyRoute('/session/a/$account/numbers')({ component: NumbersPage })

type Open = { readonly dialog: 'change' | 'retire'; readonly number: AccountNumber }

function NumbersPage() {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const [open, setOpen] = useState<Open | null>(null)
  const numbers = useQuery(read('numbers', '/accounts/{account}/numbers', { path: { account } }))
  const actions: Column<AccountNumber> = {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: 180,
    cell: (number) => (
      <RowActions
        name={number.number}
        actions={[
          { label: 'Change', onClick: () => setOpen({ dialog: 'change', number }), reason: reasonAgainst('admin') },
          { label: 'Retire', onClick: () => setOpen({ dialog: 'retire', number }), reason: reasonAgainst('owner') },
        ]}
      />
    ),
  }
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Numbers"
        lead="What this account sends from, and where people text it."
        actions={<NewNumber label="Add number" />}
      />
      <CursorTable
        label="Numbers"
        columns={[...COLUMNS, actions]}
        query={numbers}
        rowKey={({ number }) => number}
        empty={
          <EmptyState title="No numbers yet" action={<NewNumber label="Add the first number" />}>
            Without a number, nothing can be sent. Add one that your carrier has given you.
          </EmptyState>
        }
      />
      <NumberDialog number={open?.number ?? null} isOpen={open?.dialog === 'change'} onClose={close} />
      <RetireNumberDialog number={open?.number ?? null} isOpen={open?.dialog === 'retire'} onClose={close} />
    </>
  )
}

const COLUMNS: readonly Column<AccountNumber>[] = [
  {
    key: 'number',
    label: 'Number',
    cell: ({ number }) => (
      <Text size="sm" fw={550} component="span">
        <PhoneText number={number} />
      </Text>
    ),
  },
  {
    key: 'status',
    label: 'State',
    width: 120,
    cell: ({ status }) => (
      <StatusBadge tone={status === 'active' ? 'good' : 'neutral'}>
        {status === 'active' ? 'Active' : 'Not active'}
      </StatusBadge>
    ),
  },
  { key: 'mms', label: 'Media', width: 90, cell: ({ mms }) => (mms ? 'Yes' : 'No') },
  {
    key: 'rate',
    label: 'Texts a second',
    width: 140,
    align: 'right',
    cell: ({ messagesPerSecond }) => (messagesPerSecond === null ? 'No limit' : formatCount(messagesPerSecond)),
  },
  { key: 'carrier', label: 'Carrier', cell: ({ carrier }) => carrier ?? 'By the routes of the service' },
  { key: 'since', label: 'Since', width: 140, cell: ({ createdAt }) => <TimeText at={createdAt} format="day" /> },
]

function NewNumber({ label }: { readonly label: string }) {
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <ReasonedButton leftSection={<IconPlus size={16} />} reason={reasonAgainst('owner')} onClick={open}>
        {label}
      </ReasonedButton>
      <NumberDialog number={null} isOpen={isOpen} onClose={close} />
    </>
  )
}
