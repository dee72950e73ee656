import { conditionOf } from './condition-of-rows.js'
import { CONDITIONS_MAX, DEPTH_MAX, countOf, depthOf } from './condition.js'
import { isGroup, type FilterGroup, type FilterNode } from './rows.js'

/** What is still to choose, by the id of the row or group. The service checks the rest. */
export function missingIn(root: FilterGroup): ReadonlyMap<number, string> {
  const missing = new Map(missingBelow(root, true))
  if (missing.size > 0) return missing
  const { condition } = conditionOf(root)
  if (depthOf(condition) > DEPTH_MAX) missing.set(root.id, `Groups can be at most ${DEPTH_MAX} levels deep.`)
  const count = countOf(condition)
  if (count > CONDITIONS_MAX)
    missing.set(root.id, `A filter has at most ${CONDITIONS_MAX} conditions. It has ${count}.`)
  return missing
}

function* missingBelow(node: FilterNode, isRoot: boolean): Iterable<readonly [number, string]> {
  if (!isGroup(node)) {
    const fault = missingInRow(node)
    if (fault !== null) yield [node.id, fault]
  } else if (node.rows.length === 0 && !isRoot) {
    yield [node.id, 'Add a condition, or remove this group.']
  } else for (const row of node.rows) yield* missingBelow(row, false)
}

function missingInRow({ field, operator, value, times }: Exclude<FilterNode, FilterGroup>): string | null {
  if (field === '') return 'Choose what the condition is about.'
  if (operator === 'exists' || operator === 'missing' || operator === 'today') return null
  if (times.some((time) => time.value === '')) return 'Enter the time.'
  if (operator === 'joined') return times.length === 0 ? 'Enter the time.' : null
  if (Array.isArray(value)) return value.length === 0 ? 'Enter at least one value.' : null
  return typeof value === 'string' && value.trim() === '' ? 'Enter a value.' : null
}
