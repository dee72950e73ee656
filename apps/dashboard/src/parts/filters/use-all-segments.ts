import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import type { Result } from '../../api/operation.js'
import { keyOf } from '../../api/read.js'

export type Segment = Result<'/accounts/{account}/segments/{segmentId}', 'get'>

const PER_PAGE = 100
/** An account has no more segments than these pages hold. */
const PAGES_MAX = 5

/** All segments, by name: a picker searches by what it has. */
export function useAllSegments(account: string) {
  return useQuery({
    queryKey: [...keyOf('segments', account), 'all'],
    queryFn: async ({ signal }) => {
      const segments: Segment[] = []
      for (let page = 1; page <= PAGES_MAX; page++) {
        const query = { page, limit: PER_PAGE }
        const found = await call('get', '/accounts/{account}/segments', { path: { account }, query, signal })
        segments.push(...found.results)
        if (segments.length >= found.totalCount) break
      }
      return segments.sort((a, b) => a.name.localeCompare(b.name))
    },
  })
}
