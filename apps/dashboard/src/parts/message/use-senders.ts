import { useQuery } from '@tanstack/react-query'
import type { Result } from '../../api/operation.js'
import { read } from '../../api/read.js'

/** The numbers that can send, in the order in which they are offered. */
export function useSenders(account: string) {
  return useQuery({ ...read('numbers', '/accounts/{account}/senders', { path: { account } }), select: activeOf })
}

function activeOf({ results }: Result<'/accounts/{account}/senders', 'get'>) {
  return results.filter(({ status }) => status === 'active')
}
