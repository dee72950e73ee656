import { queryOptions } from '@tanstack/react-query'
import { respond } from '../../api/call.js'
import type { Result } from '../../api/operation.js'
import { keyOf } from '../../api/read.js'

export type FoundSettings = Result<'/accounts/{account}/settings', 'get'>
export type Settings = FoundSettings['settings']

/** The settings with their ETag, so that a change never undoes that of somebody else. */
export function settingsQuery(account: string) {
  const path = '/accounts/{account}/settings'
  return queryOptions({
    queryKey: [...keyOf('settings', account), path],
    queryFn: async ({ signal }) => {
      const response = await respond('get', path, { path: { account }, signal })
      return { etag: response.headers.get('ETag')!, ...((await response.json()) as FoundSettings) }
    },
    // What a person is typing must not be replaced meanwhile.
    refetchOnWindowFocus: false,
  })
}
