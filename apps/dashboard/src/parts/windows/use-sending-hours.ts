import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'

/** The sending windows of an account, and how long its recipients may wait for one. */
export function useSendingHours(account: string) {
  const { data } = useQuery(read('settings', '/accounts/{account}/settings', { path: { account } }))
  return { hasWindows: (data?.settings.sendingWindows ?? null) !== null, holdAtMost: data?.settings.holdAtMost }
}
