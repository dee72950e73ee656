import { queryOptions } from '@tanstack/react-query'
import { fetchResponse } from '../../api/call.js'
import type { Result } from '../../api/operation.js'
import { keyOf } from '../../api/read.js'

export type FoundSettings = Result<'/accounts/{account}/settings', 'get'>
export type Settings = FoundSettings['settings']

/** The settings with their ETag, so that a change never undoes that of somebody else. */
export type TaggedSettings = FoundSettings & { readonly etag: string }

const PATH = '/accounts/{account}/settings'

export function settingsQuery(account: string) {
  return queryOptions({
    queryKey: [...keyOf('settings', account), PATH],
    queryFn: ({ signal }) => readSettings(account, signal),
    // The form takes the first settings only, so these must be new each time that the page opens.
    gcTime: 0,
  })
}

/** The settings as they are now, beside those that the form began with. */
export async function readSettings(account: string, signal?: AbortSignal): Promise<TaggedSettings> {
  const response = await fetchResponse('get', PATH, { path: { account }, ...(signal && { signal }) })
  return { etag: response.headers.get('ETag')!, ...((await response.json()) as FoundSettings) }
}
