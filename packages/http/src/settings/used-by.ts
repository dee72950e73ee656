import type { UsingFilters, UsingSchedules, UsingSegments, UsingTemplates } from '@carillon/core'

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

/** The segments or templates that use an item, with what a page shows of them. */
export function itemsResponse({ totalCount, first }: UsingSegments | UsingTemplates) {
  return { totalCount, results: namesResponse(first) }
}

export function filtersResponse({ segments, schedules }: UsingFilters) {
  return { segments: itemsResponse(segments), schedules: schedulesResponse(schedules) }
}

export function namesResponse(items: readonly { readonly id: string; readonly name: string }[]) {
  return items.map(({ id, name }) => ({ id, name }))
}
