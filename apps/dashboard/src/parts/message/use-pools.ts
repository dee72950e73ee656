import { useQuery } from '@tanstack/react-query'
import type { Result } from '../../api/operation.js'
import { read } from '../../api/read.js'

export type AccountPool = Result<'/accounts/{account}/pools', 'get'>['results'][number]

/** The pools of the account, in the order in which they were declared. */
export function usePools(account: string, { isEnabled = true }: { readonly isEnabled?: boolean } = {}) {
  return useQuery({
    ...read('numbers', '/accounts/{account}/pools', { path: { account } }),
    enabled: isEnabled,
    select: resultsOf,
  })
}

function resultsOf({ results }: Result<'/accounts/{account}/pools', 'get'>) {
  return results
}
