import { Anchor, Grid, SegmentedControl, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import type { Result } from '../../api/operation.js'
import { Panel } from '../../parts/panel.js'
import { PageHeader } from '../../parts/page-header.js'
import { QueryView } from '../../parts/state/query-view.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { formatCount } from '../../parts/text/count.js'
import { PhoneText } from '../../parts/text/phone-text.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { GroupActions } from './group-actions.js'
import { GroupPanels } from './group-panels.js'
import { nameOf } from '../contacts/contact-name.js'
import { howOf } from '../contacts/one/consent-words.js'

export const groupPage = createLazyRoute('/session/a/$account/groups/$group')({ component: GroupPage })

function GroupPage() {
  const { id: account } = useAccount()
  const { group: id } = groupPage.useParams()
  const group = useQuery(read('groups', '/accounts/{account}/groups/{groupId}', { path: { account, groupId: id } }))
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/groups" params={{ account }} />}>
        All groups
      </Anchor>
      <QueryView query={group}>
        {({ name, contactCount }) => (
          <>
            <PageHeader
              title={name}
              lead={contactCount === 1 ? '1 member' : `${formatCount(contactCount)} members`}
              actions={<GroupActions id={id} name={name} />}
            />
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <Panel title="Members">
                  <Members />
                </Panel>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 4 }}>
                <GroupPanels group={id} />
              </Grid.Col>
            </Grid>
          </>
        )}
      </QueryView>
    </>
  )
}

type Member = Result<'/accounts/{account}/groups/{groupId}/members', 'get'>['results'][number]

function Members() {
  const { id: account } = useAccount()
  const { group: groupId } = groupPage.useParams()
  const { state, cursor } = groupPage.useSearch()
  const navigate = groupPage.useNavigate()
  const members = useQuery({
    ...read('groups', '/accounts/{account}/groups/{groupId}/members', {
      path: { account, groupId },
      query: { state, cursor, limit: 50 },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Members"
        w="fit-content"
        data={STATES}
        value={state ?? 'all'}
        onChange={(value) => void navigate({ search: value === 'all' ? {} : { state: value as 'active' | 'pending' } })}
      />
      <CursorTable
        label="Members"
        columns={COLUMNS}
        query={members}
        rowKey={({ contactId }) => contactId}
        empty={<NoMembers isFiltered={state !== undefined} />}
        cursor={cursor}
        onCursor={(next) => void navigate({ search: { state, cursor: next } })}
      />
    </Stack>
  )
}

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Members' },
  { value: 'pending', label: 'Waiting for YES' },
]

const COLUMNS: readonly Column<Member>[] = [
  { key: 'name', label: 'Name', cell: (member) => <MemberName member={member} /> },
  { key: 'phone', label: 'Number', cell: ({ phoneNumber }) => <PhoneText number={phoneNumber} />, width: 150 },
  {
    key: 'state',
    label: 'State',
    width: 150,
    cell: ({ state }) =>
      state === 'active' ? (
        <StatusBadge tone="good">Member</StatusBadge>
      ) : (
        <StatusBadge tone="doubtful">Waiting for YES</StatusBadge>
      ),
  },
  { key: 'since', label: 'Since', cell: ({ since }) => <TimeText at={since} />, width: 190 },
  { key: 'how', label: 'How', cell: ({ join }) => (join ? howOf(join) : <span aria-label="unknown">–</span>) },
]

function MemberName({ member }: { readonly member: Member }) {
  return (
    <Anchor
      className="row-link"
      size="sm"
      fw={550}
      c="inherit"
      lineClamp={1}
      renderRoot={(props) => (
        <Link {...props} from="/a/$account" to="/a/$account/contacts/$phone" params={{ phone: member.phoneNumber }} />
      )}
    >
      <bdi>{nameOf(member) ?? 'No name'}</bdi>
    </Anchor>
  )
}

function NoMembers({ isFiltered }: { readonly isFiltered: boolean }) {
  const { id: account } = useAccount()
  const { group } = groupPage.useParams()
  if (isFiltered) return <Text c="dimmed">Nobody is in this state.</Text>
  return (
    <EmptyState
      title="No members yet"
      curl={{
        method: 'POST',
        path: `/accounts/${account}/contacts/by-phone/+12025550123/groups/${group}`,
        body: { optInMode: 'CONFIRM' },
      }}
    >
      Add people on their own pages, import a file into this group, or give the address of its opt-in form.
    </EmptyState>
  )
}
