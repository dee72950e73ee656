import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'

const PER_PAGE = 100
/** Further links are too many to choose from. */
const PAGES_MAX = 10

/** The tracking links of the account. */
export function useAllLinks(account: string) {
  return useQuery({
    queryKey: [...keyOf('links', account), 'all'],
    queryFn: async ({ signal }) => {
      const links: string[] = []
      for (let page = 1; page <= PAGES_MAX; page++) {
        const query = { page, limit: PER_PAGE }
        const found = await call('get', '/accounts/{account}/links', { path: { account }, query, signal })
        links.push(...found.results.map(({ link }) => link))
        if (links.length >= found.totalCount) break
      }
      return links
    },
  })
}
