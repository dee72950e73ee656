import { queryOptions } from '@tanstack/react-query'
import { call } from './call.js'

/** From the least rights to the most. */
export const ROLES = ['viewer', 'editor', 'sender', 'admin', 'owner'] as const

export type Role = (typeof ROLES)[number]

export type AccountOfUser = {
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly role: Role
}

export type Session = {
  readonly user: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly isOwner: boolean
    readonly timezone?: string
  }
  readonly session: { readonly id: string; readonly createdAt: string; readonly expiresAt: string }
  readonly accounts: readonly AccountOfUser[]
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<Session> => call('get', '/session', { signal }),
  staleTime: 60_000,
})
