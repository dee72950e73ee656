import { queryOptions } from '@tanstack/react-query'
import { call } from './call.js'
import type { components } from './schema.js'

export type Session = components['schemas']['SignedIn']
export type AccountOfUser = components['schemas']['AccountOfUser']
export type Role = components['schemas']['Role']

/** From the least rights to the most. */
export const ROLES: readonly Role[] = ['viewer', 'editor', 'sender', 'admin', 'owner']

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<Session> => call('get', '/session', { signal }),
  staleTime: 60_000,
})
