import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/call.js'
import { keyOf } from '../../../api/read.js'
import { broadcastPath } from '../broadcast-path.js'

/** Cancels a broadcast within its hold, and goes back to the draft that it gets if nothing had left. */
export function useUndo(account: string, id: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (_draft: string | undefined) =>
      call('post', broadcastPath(id, '/cancel'), { path: { account, broadcastId: id } }),
    onSuccess: async ({ counts, inFlight }, draft) => {
      const hasLeft = counts.sent + counts.failed + inFlight > 0
      if (!hasLeft && draft !== undefined) {
        await navigate({ to: '/a/$account/compose', params: { account }, search: { draft, undone: true } })
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('broadcasts', account) }),
  })
}
