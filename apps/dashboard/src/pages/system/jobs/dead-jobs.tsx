import { Anchor, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { keyOf, read } from '../../../api/read.js'
import type { AccountOfUser } from '../../../api/session.js'
import { ConfirmDialog } from '../../../parts/confirm-dialog.js'
import { RowActions } from '../../../parts/row-actions.js'
import { EmptyState } from '../../../parts/state/empty-state.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import type { Column } from '../../../parts/table/column.js'
import { CursorTable } from '../../../parts/table/cursor-table.js'
import { formatCount } from '../../../parts/text/count.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { useSession } from '../../../shell/use-session.js'
import { jobWords, type DeadJob } from './job-words.js'

export type DeadJobsProps = {
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

/** The jobs that are not tried any more, the newest first. */
export function DeadJobs({ cursor, onCursor }: DeadJobsProps) {
  const queryClient = useQueryClient()
  const { accounts } = useSession()
  const [discarded, setDiscarded] = useState<DeadJob | null>(null)
  const jobs = useQuery({
    ...read('system', '/system/jobs/dead', { query: { limit: 20, ...(cursor !== undefined && { cursor }) } }),
    placeholderData: keepPreviousData,
  })
  const refresh = async () => {
    for (const noun of ['system', 'audit'] as const) await queryClient.invalidateQueries({ queryKey: keyOf(noun) })
  }
  const retry = useMutation({
    mutationFn: ({ account, id }: DeadJob) =>
      call('post', '/accounts/{account}/jobs/dead/{jobId}/retry', { path: { account, jobId: id } }),
    onSettled: refresh,
  })
  const discard = async ({ account, id }: DeadJob) => {
    await call('delete', '/accounts/{account}/jobs/dead/{jobId}', { path: { account, jobId: id } })
    await refresh()
  }
  return (
    <>
      {retry.error && <ErrorMessage title="The job is not tried again" error={retry.error} />}
      <CursorTable
        label="Jobs that failed for good"
        columns={[
          ...columnsOf(accounts),
          {
            key: 'actions',
            label: 'Actions',
            isLabelHidden: true,
            width: 180,
            cell: (job) => (
              <RowActions
                name={jobWords(job).task}
                actions={[
                  { label: 'Try again', onClick: () => retry.mutate(job), reason: undefined },
                  { label: 'Discard', onClick: () => setDiscarded(job), reason: undefined },
                ]}
              />
            ),
          },
        ]}
        query={jobs}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="None">A job that fails again and again ends here, and can be tried again.</EmptyState>
        }
        {...(cursor !== undefined && { cursor })}
        onCursor={onCursor}
      />
      <ConfirmDialog
        isOpen={discarded !== null}
        onClose={() => setDiscarded(null)}
        title="Discard this job?"
        irreversible="This cannot be undone. If the cause of the error is gone, try the job again instead."
        confirmLabel="Discard job"
        keepLabel="Keep job"
        onConfirm={() => discard(discarded!)}
      >
        {discarded !== null && jobWords(discarded).discarded}
      </ConfirmDialog>
    </>
  )
}

function columnsOf(accounts: readonly AccountOfUser[]): readonly Column<DeadJob>[] {
  const nameOf = (account: string) => accounts.find(({ id }) => id === account)?.name ?? account
  return [
    { key: 'task', label: 'Job', cell: (job) => <Task job={job} /> },
    { key: 'account', label: 'Account', cell: ({ account }) => <bdi className="breaking">{nameOf(account)}</bdi> },
    {
      key: 'at',
      label: 'Failed',
      cell: ({ diedAt, attempts }) => (
        <div>
          <TimeText at={diedAt} format="short" />
          <Text size="xs" c="dimmed">
            after {formatCount(attempts)} {attempts === 1 ? 'try' : 'tries'}
          </Text>
        </div>
      ),
    },
    { key: 'error', label: 'Error', cell: ({ error }) => <Text size="xs">{error}</Text> },
  ]
}

function Task({ job }: { readonly job: DeadJob }) {
  const { task, path } = jobWords(job)
  if (path === null) return <>{task}</>
  return (
    <Anchor size="sm" component={Link} to={`/a/${job.account}/${path}` as never}>
      {task}
    </Anchor>
  )
}
