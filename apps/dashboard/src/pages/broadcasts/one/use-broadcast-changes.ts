import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keyOf } from '../../../api/read.js'
import { broadcastPath } from '../broadcast-path.js'

/** The changes that a running or ended broadcast allows. The page reads the broadcast again after each. */
export function useCancel(account: string, id: string) {
  return useChange(account, () => call('post', broadcastPath(id, '/cancel'), { path: { account, broadcastId: id } }))
}

export function usePause(account: string, id: string) {
  return useChange(account, () => call('post', broadcastPath(id, '/pause'), { path: { account, broadcastId: id } }))
}

export function useResume(account: string, id: string) {
  return useChange(account, () => call('post', broadcastPath(id, '/resume'), { path: { account, broadcastId: id } }))
}

export function useRetry(account: string, id: string) {
  return useChange(account, () => call('post', broadcastPath(id, '/retry'), { path: { account, broadcastId: id } }))
}

function useChange<T>(account: string, change: () => Promise<T>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('broadcasts', account) }),
  })
}
