import { ApiError } from '../../api/api-error.js'

/** What uses a segment, which therefore cannot be removed. */
export type SegmentUses = { readonly schedules: Uses; readonly segments: Uses }

/** The ids of the first ones. */
export type Uses = { readonly totalCount: number; readonly ids: readonly string[] }

type Listed = { readonly totalCount: number; readonly results: readonly { readonly id: string }[] }

/** What uses a segment, as the service lists it; null if nothing does. */
export function usesOf(listed: { readonly schedules: Listed; readonly segments: Listed }): SegmentUses | null {
  const { schedules, segments } = listed
  if (schedules.totalCount + segments.totalCount === 0) return null
  return { schedules: firstOf(schedules), segments: firstOf(segments) }
}

function firstOf({ totalCount, results }: Listed): Uses {
  return { totalCount, ids: results.map(({ id }) => id) }
}

/** "Segment in use" in the error reference. */
const IN_USE = 33409

/** What uses a segment that could not be removed; null if the error says something else. */
export function usesIn(error: unknown): SegmentUses | null {
  if (!(error instanceof ApiError) || error.code !== IN_USE) return null
  const { schedules, segments } = error.details
  return { schedules: usesNamed(schedules), segments: usesNamed(segments) }
}

/** A refusal does not say how many more there are. */
function usesNamed(value: unknown): Uses {
  const ids = idsIn(value)
  return { totalCount: ids.length, ids }
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
