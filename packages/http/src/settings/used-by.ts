import type { Group, UsingSchedules } from '@carillon/core'

/** The schedules that use an item, with what a page shows of them. */
export function schedulesResponse({ totalCount, first }: UsingSchedules) {
  const results = first.map(({ id, status, body, next }) => ({
    id,
    status,
    body,
    nextScheduledFor: next === null ? null : next.instant,
  }))
  return { totalCount, results }
}

export function groupsResponse(groups: readonly Group[]) {
  return groups.map(({ id, name }) => ({ id, name }))
}
