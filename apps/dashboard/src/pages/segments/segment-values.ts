import { conditionOf } from '../../parts/filters/language/condition-of-rows.js'
import type { Condition } from '../../parts/filters/language/condition.js'
import type { FilterGroup } from '../../parts/filters/language/rows.js'

/** A segment as its form has it. */
export type SegmentValues = {
  readonly name: string
  /** Null for a filter that the builder cannot show, which stays as it is. */
  readonly filter: FilterGroup | null
}

export type SavedFields = { readonly name?: string; readonly filter?: { readonly contact: Condition } }

/** What was changed, as the service wants it; all of a new segment. The filter is replaced as a whole. */
export function savedFieldsOf(before: SegmentValues | null, { name, filter }: SegmentValues): SavedFields {
  const condition = filter && conditionOf(filter).condition
  const conditionBefore = before?.filter ? conditionOf(before.filter).condition : null
  return {
    ...(name.trim() !== before?.name && { name: name.trim() }),
    ...(condition !== null && differ(condition, conditionBefore) && { filter: { contact: condition } }),
  }
}

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}
