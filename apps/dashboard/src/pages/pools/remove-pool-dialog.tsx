import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { ScheduleUses } from '../../parts/schedule-uses.js'
import { useAccount } from '../../shell/use-session.js'
import { withoutPool } from './pool-changes.js'
import type { PoolDialogProps } from './pool-dialog.js'
import { useChangePools } from './use-change-pools.js'

/** Says what sends from the pool. Schedules prevent its removal. */
export function RemovePoolDialog({ pool, isOpen, onClose }: PoolDialogProps) {
  const { id: account } = useAccount()
  const changePools = useChangePools()
  const uses = useQuery({
    ...read('numbers', '/accounts/{account}/pools/{poolId}/used-by', { path: { account, poolId: pool?.id ?? '' } }),
    enabled: isOpen && pool !== null,
  })
  const schedules = uses.data?.schedules
  return (
    <ConfirmDialog
      isOpen={isOpen && pool !== null}
      onClose={onClose}
      title={`Remove ${pool?.name ?? 'the pool'}?`}
      irreversible="Which person has which number is forgotten. The numbers stay in the account."
      confirmLabel="Remove pool"
      keepLabel="Keep pool"
      onConfirm={() => changePools((pools) => withoutPool(pools, pool!.id))}
    >
      {schedules?.totalCount === 0 && 'No schedule sends from it.'}
      {schedules !== undefined && schedules.totalCount > 0 && (
        <>
          These schedules send from it, so let them send from another number or pool first, or cancel them:
          <ScheduleUses schedules={schedules} />
        </>
      )}
    </ConfirmDialog>
  )
}
