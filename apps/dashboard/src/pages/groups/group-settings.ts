import { queryOptions } from '@tanstack/react-query'
import { fetchResponse } from '../../api/call.js'
import type { Result } from '../../api/operation.js'
import { keyOf } from '../../api/read.js'
import type { GroupValues } from './group-form.js'

export type GroupSettings = Result<'/accounts/{account}/groups/{groupId}/settings', 'get'>

/** The settings of a group with their ETag, so that a change never undoes that of somebody else. */
export function groupSettingsQuery(account: string, group: string) {
  const path = '/accounts/{account}/groups/{groupId}/settings'
  return queryOptions({
    queryKey: [...keyOf('groups', account), path, group],
    queryFn: async ({ signal }) => {
      const response = await fetchResponse('get', path, { path: { account, groupId: group }, signal })
      return { etag: response.headers.get('ETag')!, settings: (await response.json()) as GroupSettings }
    },
  })
}

export function groupValuesOf(settings: GroupSettings): GroupValues {
  const { name, optInType, optInMessage, confirmMessage, sender, tags, default: isDefault } = settings
  return { name, optInType, optInMessage, confirmMessage, sender, tags: [...tags], default: isDefault }
}

/** Only what differs: settings that the form does not show stay as they are. */
export function groupChangesOf(from: GroupValues, to: GroupValues): Partial<GroupValues> {
  const names = Object.keys(to) as (keyof GroupValues)[]
  return Object.fromEntries(
    names.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name])).map((name) => [name, to[name]]),
  )
}
