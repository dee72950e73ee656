import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { PageHeader } from '../../parts/page-header.js'
import { useAccount } from '../../shell/use-session.js'

export const groupsPage = createLazyRoute('/session/a/$account/groups')({ component: GroupsPage })

function GroupsPage() {
  const { id: account } = useAccount()
  const { page = 1 } = groupsPage.useSearch()
  const groups = useQuery(read('groups', '/accounts/{account}/groups', { path: { account }, query: { page } }))
  return (
    <>
      <PageHeader title="Groups" />
      {groups.error && <ErrorMessage error={groups.error} onRetry={() => void groups.refetch()} />}
      <Table>
        <Table.Tbody>
          {groups.data?.results.map((group) => (
            <Table.Tr key={group.id}>
              <Table.Td>{group.name}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
