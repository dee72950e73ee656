import { ApiError } from '../../api/api-error.js'

/** The ids of what uses a segment. */
export type SegmentUses = { readonly schedules: readonly string[]; readonly segments: readonly string[] }

/** "Segment in use" in the error reference. */
const IN_USE = 33409

/** What uses a segment that could not be removed; null if the error says something else. */
export function usesIn(error: unknown): SegmentUses | null {
  if (!(error instanceof ApiError) || error.code !== IN_USE) return null
  const { schedules, segments } = error.details
  return { schedules: idsIn(schedules), segments: idsIn(segments) }
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
