import type { Operand } from './condition.js'
import { inputOf, isList, OPERATORS, type Kind, type Operator } from './operators.js'
import { isGroup, newRow, type FilterGroup, type FilterNode, type FilterRow } from './rows.js'

/** The filter with another node in the place of the one with this id; null removes it. */
export function withNode(group: FilterGroup, id: number, change: (node: FilterNode) => FilterNode | null): FilterGroup {
  const changed = group.id === id ? change(group) : group
  if (changed === null || !isGroup(changed)) return group
  const rows = changed.rows.flatMap((row) => {
    if (row.id === id) return change(row) ?? []
    return isGroup(row) ? withNode(row, id, change) : row
  })
  return { ...changed, rows }
}

/** The filter with a new row, or a new group with one row, at the end of a group. */
export function withNew(root: FilterGroup, groupId: number, what: 'row' | 'group'): FilterGroup {
  const id = highestId(root) + 1
  const added: FilterNode = what === 'row' ? newRow(id) : { id, combine: 'any', rows: [newRow(id + 1)] }
  return withNode(root, groupId, (node) => (isGroup(node) ? { ...node, rows: [...node.rows, added] } : node))
}

function highestId(node: FilterNode): number {
  return isGroup(node) ? Math.max(node.id, ...node.rows.map(highestId)) : node.id
}

/** Another field begins with its first operator, and without a value. */
export function withField(row: FilterRow, field: string, kind: Kind): FilterRow {
  if (row.field === field) return row
  return withOperator({ ...row, field, operator: '', value: '', times: [] }, OPERATORS[kind][0]!, kind)
}

/** A value stays as long as it can be entered for the new operator too. */
export function withOperator(row: FilterRow, operator: Operator, kind: Kind): FilterRow {
  const times = operator === 'joined' && row.times.length === 0 ? [{ operator: 'within', value: '30d' } as const] : []
  return {
    ...row,
    operator,
    value: valueFor(row, operator, kind),
    times: operator === 'notIn' ? [] : [...row.times, ...times],
  }
}

function valueFor({ operator: before, value }: FilterRow, operator: Operator, kind: Kind): FilterRow['value'] {
  const input = inputOf(kind, operator)
  if (input === 'duration' || input === 'days') return isDuration(value) ? value : '30d'
  if (input === 'yesNo') return typeof value === 'boolean' ? value : true
  const held = before === '' ? 'none' : inputOf(kind, before)
  const isSame = input === held || SINGLE[input] === held || SINGLE[held] === input
  if (!isSame) return isList(input) ? [] : ''
  return isList(input) ? listOf(value) : ([value].flat()[0] ?? '')
}

const SINGLE: Readonly<Record<string, string>> = { texts: 'text', numbers: 'number', dates: 'date', choices: 'choice' }

function listOf(value: FilterRow['value']): readonly Operand[] {
  return [value].flat().filter((each) => each !== '') as readonly Operand[]
}

function isDuration(value: FilterRow['value']): value is string {
  return typeof value === 'string' && /^\d+[hdw]$/.test(value)
}
