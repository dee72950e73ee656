import { Code, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { RowActions } from '../../parts/row-actions.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { TimeText } from '../../parts/time/time-text.js'

type DeadJob = components['schemas']['ServiceDeadJob']

/** The newest jobs that are not tried any more. */
export function DeadJobs() {
  const queryClient = useQueryClient()
  const jobs = useQuery(read('system', '/system/jobs/dead', {}))
  const retry = useMutation({
    mutationFn: ({ account, id }: DeadJob) =>
      call('post', '/accounts/{account}/jobs/dead/{jobId}/retry', { path: { account, jobId: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('system') }),
  })
  const columns: readonly Column<DeadJob>[] = [
    { key: 'kind', label: 'Job', cell: ({ kind }) => <Code>{kind}</Code> },
    { key: 'account', label: 'Account', cell: ({ account }) => <span className="breaking">{account}</span> },
    { key: 'at', label: 'Failed', cell: ({ diedAt }) => <TimeText at={diedAt} /> },
    { key: 'error', label: 'Error', cell: ({ error }) => <Text size="xs">{error}</Text> },
    {
      key: 'actions',
      label: 'Actions',
      isLabelHidden: true,
      cell: (job) => (
        <RowActions
          name={job.kind}
          actions={[{ label: 'Try again', onClick: () => retry.mutate(job), reason: undefined }]}
        />
      ),
    },
  ]
  return (
    <>
      {retry.error && <ErrorMessage title="The job is not tried again" error={retry.error} />}
      <CursorTable
        label="Jobs that failed for good"
        columns={columns}
        query={jobs}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="None">A job that fails again and again ends here, and can be tried again.</EmptyState>
        }
      />
    </>
  )
}
