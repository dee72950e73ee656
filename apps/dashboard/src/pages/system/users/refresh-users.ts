import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../../api/read.js'

/** Reads again what a change of a user changes. */
export function useRefreshUsers(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    for (const noun of ['users', 'audit'] as const) await queryClient.invalidateQueries({ queryKey: keyOf(noun) })
  }
}
