import { newFilterChoice, type FilterChoice } from './filter-choice.js'
import type { Condition } from './language/condition.js'
import { rowsOf } from './language/rows-of-condition.js'

/** The choice that means a condition. */
export function choiceOf(condition: Condition): FilterChoice {
  const fresh = newFilterChoice()
  const own = rowsOf(condition)
  if (own === null) return { ...fresh, by: 'asIs', asIs: condition }
  const [row] = own.rows
  if (
    own.rows.length === 1 &&
    row !== undefined &&
    'field' in row &&
    row.field === 'segments' &&
    own.combine !== 'none'
  ) {
    const ids = [row.value].flat()
    if (ids.length === 1) return { ...fresh, segment: String(ids[0]) }
  }
  return { ...fresh, by: 'own', own }
}
