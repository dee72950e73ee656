import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'

const PER_PAGE = 100
/** More groups than these can be found by their names on the page of groups only. */
const PAGES_MAX = 20

/** All groups: a picker searches by what it has. */
export function useAllGroups(account: string) {
  return useQuery({
    queryKey: [...keyOf('groups', account), 'all'],
    queryFn: async ({ signal }) => {
      const groups = []
      for (let page = 1; page <= PAGES_MAX; page++) {
        const found = await call('get', '/accounts/{account}/groups', {
          path: { account },
          query: { page, limit: PER_PAGE },
          signal,
        })
        groups.push(...found.results)
        if (groups.length >= found.totalCount) break
      }
      return groups
    },
  })
}
