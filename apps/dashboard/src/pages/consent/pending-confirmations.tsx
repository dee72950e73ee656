import { Anchor } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Result } from '../../api/operation.js'
import { read } from '../../api/read.js'
import { Panel } from '../../parts/panel.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { nameOf } from '../../parts/text/contact-name.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'

type Pending = Result<'/accounts/{account}/consent/pending', 'get'>['results'][number]

export type PendingConfirmationsProps = {
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

/** People who were asked to reply YES and have not answered. */
export function PendingConfirmations({ cursor, onCursor }: PendingConfirmationsProps) {
  const { id: account } = useAccount()
  const pending = useQuery({
    ...read('consent', '/accounts/{account}/consent/pending', {
      path: { account },
      query: { ...(cursor !== undefined && { cursor }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title="Waiting for a YES">
      <CursorTable
        label="Pending confirmations"
        columns={COLUMNS}
        query={pending}
        rowKey={({ contactId, group }) => `${contactId} ${group.id}`}
        empty={
          <EmptyState
            title="Nobody is asked to confirm"
            curl={{
              method: 'POST',
              path: '/contacts/by-phone/+12025550123/groups/GROUP',
              body: { optInMode: 'CONFIRM' },
            }}
          >
            Who joins a group with double opt-in is asked by text, and is listed here until the person replies YES.
          </EmptyState>
        }
        {...(cursor !== undefined && { cursor })}
        onCursor={onCursor}
      />
    </Panel>
  )
}

const COLUMNS: readonly Column<Pending>[] = [
  { key: 'person', label: 'Person', cell: (pending) => <Person pending={pending} /> },
  { key: 'group', label: 'Group', cell: ({ group }) => <bdi className="breaking">{group.name}</bdi> },
  { key: 'since', label: 'Asked', cell: ({ since }) => <TimeText at={since} format="short" /> },
]

function Person({ pending }: { readonly pending: Pending }) {
  return (
    <Anchor
      size="sm"
      className="row-link breaking"
      renderRoot={(props) => (
        <Link {...props} from="/a/$account" to="/a/$account/contacts/$phone" params={{ phone: pending.phoneNumber }} />
      )}
    >
      <bdi>{nameOf(pending) ?? pending.phoneNumber}</bdi>
    </Anchor>
  )
}
