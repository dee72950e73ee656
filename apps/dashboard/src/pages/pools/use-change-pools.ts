import { useQueryClient } from '@tanstack/react-query'
import { call, fetchResponse } from '../../api/call.js'
import type { Result } from '../../api/operation.js'
import { keyOf } from '../../api/read.js'
import { useAccount } from '../../shell/use-session.js'
import type { DeclaredPool } from './pool-changes.js'

/**
 * Changes the pools as they are stored now. Whatever else others change in the settings meanwhile stays: the service
 * refuses a change of other settings than those that were read.
 */
export function useChangePools() {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  return async (change: (pools: readonly DeclaredPool[]) => readonly DeclaredPool[]) => {
    const path = { account }
    const response = await fetchResponse('get', '/accounts/{account}/settings', { path })
    const found = (await response.json()) as Result<'/accounts/{account}/settings', 'get'>
    await call('patch', '/accounts/{account}/settings', {
      path,
      headers: { 'If-Match': response.headers.get('ETag')! },
      body: { pools: change(found.settings.pools) as never },
    })
    await queryClient.invalidateQueries({ queryKey: keyOf('numbers', account) })
  }
}
