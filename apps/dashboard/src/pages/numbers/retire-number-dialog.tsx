import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { ScheduleUses } from '../../parts/schedule-uses.js'
import { useAccount } from '../../shell/use-session.js'
import type { NumberDialogProps } from './number-dialog.js'

/** Says what sends from the number. Groups and pools prevent it, and schedules would fail. */
export function RetireNumberDialog({ number, isOpen, onClose }: NumberDialogProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const path = { account, number: number?.number ?? '' }
  const uses = useQuery({
    ...read('numbers', '/accounts/{account}/numbers/{number}/used-by', { path }),
    enabled: isOpen && number !== null,
  })
  const retire = async () => {
    await call('delete', '/accounts/{account}/numbers/{number}', { path })
    await queryClient.invalidateQueries({ queryKey: keyOf('numbers', account) })
  }
  const groups = uses.data?.groups ?? []
  const pools = uses.data?.pools ?? []
  return (
    <ConfirmDialog
      isOpen={isOpen && number !== null}
      onClose={onClose}
      title={`Retire ${number?.number ?? 'the number'}?`}
      irreversible="Texts to this number no longer arrive here, and a STOP to it is not heard. To only stop sending, change it and switch it off."
      confirmLabel="Retire number"
      keepLabel="Keep number"
      onConfirm={retire}
    >
      {pools.length > 0 &&
        `These pools have it, so take it out of them first: ${pools.map(({ name }) => name).join(', ')}. `}
      {groups.length > 0
        ? `These groups send from it, so choose another number for them first: ${groups.map(({ name }) => name).join(', ')}.`
        : uses.data?.schedules.totalCount === 0
          ? 'No group and no schedule sends from it.'
          : ''}
      {uses.data && uses.data.schedules.totalCount > 0 && ' Schedules send from it, and will fail:'}
      {uses.data && <ScheduleUses schedules={uses.data.schedules} />}
    </ConfirmDialog>
  )
}
