import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { conditionOf } from './language/condition-of-rows.js'
import type { Condition } from './language/condition.js'
import { faultsByRow, type FieldFault } from './language/faults-by-row.js'
import { missingIn } from './language/missing-in-rows.js'
import type { FilterGroup } from './language/rows.js'

/** People pause this long; then the service is asked. */
const SETTLE_MS = 500

const NONE: ReadonlyMap<number, string> = new Map()

/** Counts what a filter finds, after a pause in its changes, with what the service says of its rows. */
export function useFilterCount(account: string, filter: FilterGroup) {
  const { condition, places } = useMemo(() => conditionOf(filter), [filter])
  const missing = useMemo(() => missingIn(filter), [filter])
  const text = missing.size === 0 ? JSON.stringify(condition) : ''
  const [settled] = useDebouncedValue(text, SETTLE_MS)
  const query = useQuery({
    queryKey: [...keyOf('segments', account), 'count', settled],
    queryFn: ({ signal }) =>
      call('post', '/accounts/{account}/segments/count', {
        path: { account },
        body: { filter: { contact: JSON.parse(settled) as Condition } },
        signal,
      }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  })
  const isSettled = text !== '' && text === settled
  const faults = isSettled ? faultsByRow(fieldFaultsOf(query.error), places, filter.id) : NONE
  const unmet = isSettled && !query.isPlaceholderData ? (query.data?.unmetConditions ?? []) : []
  return { missing, query, isSettled, faults, unmet: faultsByRow(unmet, places, filter.id) }
}

export type CountedFilter = ReturnType<typeof useFilterCount>

/** What the service refused in single fields. */
export function fieldFaultsOf(error: unknown): readonly FieldFault[] {
  if (!(error instanceof ApiError)) return []
  const { fields } = error.details
  return Array.isArray(fields) ? (fields as readonly FieldFault[]) : []
}
