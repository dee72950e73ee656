import type { Operand } from './condition.js'
import type { Operator, TimeOperator } from './operators.js'

/** A filter as the builder shows it: groups of rows, which may hold further groups. */
export type FilterGroup = {
  readonly id: number
  /** Which of its rows must hold. */
  readonly combine: Combine
  readonly rows: readonly FilterNode[]
}

export type Combine = 'all' | 'any' | 'none'

/** One condition: one field with one operator. */
export type FilterRow = {
  readonly id: number
  /** The path of the field in the condition, `address.city` for example; empty until it is chosen. */
  readonly field: string
  readonly operator: Operator | ''
  readonly value: Operand | readonly Operand[]
  /** For groups, when the person joined; for a link, when it was clicked. */
  readonly times: readonly TimeTest[]
}

export type TimeTest = { readonly operator: TimeOperator; readonly value: string }

export type FilterNode = FilterGroup | FilterRow

export function isGroup(node: FilterNode): node is FilterGroup {
  return 'rows' in node
}

/** A builder begins with one empty row. */
export function newFilter(): FilterGroup {
  return { id: 1, combine: 'all', rows: [newRow(2)] }
}

export function newRow(id: number): FilterRow {
  return { id, field: '', operator: '', value: '', times: [] }
}

/** Whether nothing was chosen yet. */
export function isUntouched({ rows }: FilterGroup): boolean {
  return rows.every((row) => !isGroup(row) && row.field === '')
}
