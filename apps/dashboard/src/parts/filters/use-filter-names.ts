import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../api/read.js'
import { useAllGroups } from '../audience/use-all-groups.js'
import { useZone } from '../time/zone.js'
import type { FilterNames } from './language/filter-names.js'
import { useAllSegments } from './use-all-segments.js'

/** The names of what filters refer to; undefined until all are there. */
export function useFilterNames(account: string): {
  readonly names: FilterNames | undefined
  readonly error: unknown
  readonly refetch: () => void
} {
  const groups = useAllGroups(account)
  const segments = useAllSegments(account)
  const fields = useQuery(read('fields', '/accounts/{account}/custom-fields', { path: { account } }))
  const { name: zone } = useZone()
  const names = useMemo(() => {
    if (groups.data === undefined || segments.data === undefined || fields.data === undefined) return undefined
    const known = fields.data.results.map(({ status, ...field }) => ({ ...field, isActive: status === 'active' }))
    return { groups: groups.data, segments: segments.data, fields: known, zone }
  }, [groups.data, segments.data, fields.data, zone])
  const refetch = () => void Promise.all([groups.refetch(), segments.refetch(), fields.refetch()])
  return { names, error: groups.error ?? segments.error ?? fields.error, refetch }
}
