import { Group, Stack, Table, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { createLazyRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { usePools, type AccountPool } from '../../parts/message/use-pools.js'
import { PageHeader } from '../../parts/page-header.js'
import { Panel } from '../../parts/panel.js'
import { RowActions } from '../../parts/row-actions.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { QueryView } from '../../parts/state/query-view.js'
import { formatCount } from '../../parts/text/count.js'
import { PhoneText } from '../../parts/text/phone-text.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { rateWords } from './pool-changes.js'
import { PoolDialog } from './pool-dialog.js'
import { RemovePoolDialog } from './remove-pool-dialog.js'

export const poolsPage = createLazyRoute('/session/a/$account/pools')({ component: PoolsPage })

type Open = { readonly dialog: 'change' | 'remove'; readonly pool: AccountPool }

function PoolsPage() {
  const { id: account } = useAccount()
  const [open, setOpen] = useState<Open | null>(null)
  const pools = usePools(account)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Number pools"
        lead="Numbers that send together. Each person is always texted from the same one."
        actions={<NewPool label="New pool" />}
      />
      <QueryView query={pools}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No pools yet" action={<NewPool label="Create the first pool" />}>
              A pool sends faster than one number can, and from a number near each person: one of their area code if the
              pool has one. A number that is switched off hands its people over to the others.
            </EmptyState>
          ) : (
            <Stack>
              {all.map((pool) => (
                <PoolPanel key={pool.id} pool={pool} onOpen={(dialog) => setOpen({ dialog, pool })} />
              ))}
            </Stack>
          )
        }
      </QueryView>
      <PoolDialog pool={open?.pool ?? null} isOpen={open?.dialog === 'change'} onClose={close} />
      <RemovePoolDialog pool={open?.pool ?? null} isOpen={open?.dialog === 'remove'} onClose={close} />
    </>
  )
}

type PoolPanelProps = { readonly pool: AccountPool; readonly onOpen: (dialog: Open['dialog']) => void }

function PoolPanel({ pool, onOpen }: PoolPanelProps) {
  const reason = useRole().reasonAgainst('admin')
  const { name, numbers, messagesPerSecond } = pool
  const active = numbers.filter(({ status }) => status === 'active').length
  const people = numbers.reduce((sum, one) => sum + one.people, 0)
  return (
    <Panel
      title={name}
      action={
        <RowActions
          name={name}
          actions={[
            { label: 'Change', onClick: () => onOpen('change'), reason },
            { label: 'Remove', onClick: () => onOpen('remove'), reason },
          ]}
        />
      }
    >
      <Text size="sm" c={active === 0 ? 'var(--bad)' : 'dimmed'} mb="xs">
        {active === 0
          ? 'None of its numbers is active, so nothing can be sent from it.'
          : `${formatCount(active)} of ${formatCount(numbers.length)} ${numbers.length === 1 ? 'number' : 'numbers'} active, together ${rateWords(messagesPerSecond)}, ${formatCount(people)} ${people === 1 ? 'person' : 'people'}`}
      </Text>
      <NumbersTable pool={pool} />
    </Panel>
  )
}

function NumbersTable({ pool: { name, numbers } }: Pick<PoolPanelProps, 'pool'>) {
  return (
    <Table aria-label={`Numbers of ${name}`} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Number</Table.Th>
          <Table.Th scope="col" ta="right">
            Texts a second
          </Table.Th>
          <Table.Th scope="col" ta="right">
            People
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {numbers.map(({ number, status, messagesPerSecond, people }) => (
          <Table.Tr key={number}>
            <Table.Th scope="row" fw={400}>
              <Group gap="xs">
                <PhoneText number={number} />
                <StatusBadge tone={status === 'active' ? 'good' : 'neutral'}>
                  {status === 'active' ? 'Active' : 'Not active'}
                </StatusBadge>
              </Group>
            </Table.Th>
            <Table.Td ta="right" className="digits">
              {messagesPerSecond === null ? 'No limit' : formatCount(messagesPerSecond)}
            </Table.Td>
            <Table.Td ta="right" className="digits">
              {formatCount(people)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function NewPool({ label }: { readonly label: string }) {
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <ReasonedButton leftSection={<IconPlus size={16} />} reason={reasonAgainst('admin')} onClick={open}>
        {label}
      </ReasonedButton>
      <PoolDialog pool={null} isOpen={isOpen} onClose={close} />
    </>
  )
}
