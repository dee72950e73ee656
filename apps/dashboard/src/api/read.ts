import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { call } from './call.js'
import type { PathOf, Values } from './operation.js'

/** The nouns of the query keys. A live event of a topic invalidates the queries of the nouns that it concerns. */
export type Noun =
  | 'account'
  | 'audit'
  | 'broadcasts'
  | 'carriers'
  | 'compose'
  | 'consent'
  | 'contacts'
  | 'conversations'
  | 'credits'
  | 'developers'
  | 'drafts'
  | 'fields'
  | 'groups'
  | 'imports'
  | 'keys'
  | 'links'
  | 'messages'
  | 'numbers'
  | 'schedules'
  | 'search'
  | 'segments'
  | 'session'
  | 'settings'
  | 'statistics'
  | 'system'
  | 'tags'
  | 'templates'
  | 'users'
  | 'webhooks'

/**
 * A query of one operation: `useQuery(read('groups', '/accounts/{account}/groups', { path: { account } }))`. The key is
 * the noun, the account, and what was asked, so that no page chooses keys of its own.
 */
export function read<P extends PathOf<'get'>>(noun: Noun, path: P, values: Values<P, 'get'>) {
  const { path: names, query } = values as { path?: Readonly<Record<string, string>>; query?: object }
  return queryOptions({
    queryKey: [...keyOf(noun, names?.['account']), path, names ?? {}, query ?? {}] as QueryKey,
    queryFn: ({ signal }) => call('get', path, { ...values, signal }),
  })
}

/** The start of the keys of all queries of a noun: what a change of that noun invalidates. */
export function keyOf(noun: Noun, account?: string): QueryKey {
  return account === undefined ? [noun] : [noun, account]
}
