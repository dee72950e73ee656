/** One page of a list, and the total count of the list. */
export type Page<T> = {
  readonly page: number
  readonly limit: number
  readonly totalCount: number
  readonly results: readonly T[]
}

export type PageRequest = { readonly page: number; readonly limit: number }

/** A range of positions in a list: includes `from`, excludes `until`. */
export type PositionRange = { readonly from: number; readonly until: number }

/** The place of an entry in a list that is sorted by an instant and then by an id. */
export type Place = { readonly at: Date; readonly id: string }

/** A step of a list that is read by cursor: `nextCursor` is where the next step begins, null at the end of the list. */
export type CursorPage<T> = { readonly results: readonly T[]; readonly nextCursor: string | null }

/** `cursor`: the `nextCursor` of the previous step; null for the first step. */
export type CursorRequest = { readonly cursor: string | null; readonly limit: number }

/** The step that `found` begins with, for a caller that asked for one item more than the limit. */
export function cursorPage<T>(found: readonly T[], limit: number, cursorOf: (last: T) => string): CursorPage<T> {
  const results = found.slice(0, limit)
  return { results, nextCursor: found.length > limit ? cursorOf(results.at(-1)!) : null }
}
