import type { AccountId, SegmentId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import { fieldsIn, segmentsIn, type Condition } from '../filters/condition.js'
import { countOf } from '../filters/read-condition.js'

/** A saved filter. Who is in it is found anew at each use. */
export type Segment = {
  readonly id: SegmentId
  readonly account: AccountId
  /** Unique in the account, regardless of case and surrounding white space. */
  readonly name: string
  readonly condition: Condition
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const SEGMENTS_MAX = 500
/** How many conditions a filter may have in all, with those of its segments. */
export const WHOLE_CONDITIONS_MAX = 500

/** Null, or a segment that the condition names, and that names the segment `id`, directly or through others. */
export function circleThrough(
  id: SegmentId,
  condition: Condition,
  conditions: ReadonlyMap<SegmentId, Condition>,
): SegmentId | null {
  for (const start of segmentsIn(condition)) {
    const seen = new Set<SegmentId>()
    const open = [start]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === id) return start
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...segmentsIn(conditions.get(next) ?? { all: [] }))
    }
  }
  return null
}

/** The number of conditions with those of the segments, as often as they are named. */
export function wholeCountOf(condition: Condition, conditions: ReadonlyMap<SegmentId, Condition>): number {
  const known = new Map<SegmentId, number>()
  const countOfSegment = (id: SegmentId): number => {
    const before = known.get(id)
    if (before !== undefined) return before
    // Until it is known: a segment that names itself through others would never end.
    known.set(id, Infinity)
    const inner = conditions.get(id)
    const count = inner === undefined ? 0 : whole(inner)
    known.set(id, count)
    return count
  }
  const whole = (each: Condition): number =>
    countOf(each) + timesNamed(each).reduce((sum, id) => sum + countOfSegment(id), 0)
  return whole(condition)
}

function timesNamed(condition: Condition): readonly SegmentId[] {
  return [...fieldsIn(condition, '')].flatMap(({ conditions }) => conditions.segments?.ids.in ?? [])
}

export interface SegmentStore {
  find(account: AccountId, id: SegmentId): Promise<Segment | null>
  /** Like `find`, and locks the segment until the unit of work ends. */
  lock(account: AccountId, id: SegmentId): Promise<Segment | null>
  /**
   * Blocks changes and removals of these segments until the unit of work ends. The locks are shared: callers do not wait for
   * each other.
   */
  lockShared(account: AccountId, ids: readonly SegmentId[]): Promise<void>
  /** All segments of the account, by name. */
  of(account: AccountId): Promise<readonly Segment[]>
  /** Newest first, then by descending id. */
  list(account: AccountId, query: SegmentQuery): Promise<Page<Segment>>
  /** Adds the segment, or saves its name, condition and time of change. */
  put(segment: Segment): Promise<void>
  remove(account: AccountId, id: SegmentId): Promise<void>
}

export type SegmentQuery = PageRequest & {
  /** Part of the name; ignores case. */
  readonly name: string | null
}
