import type { Condition, Operand } from './condition.js'
import { FIXED_FIELDS } from './fields.js'
import { TIME_OPERATORS, type Operator } from './operators.js'
import { isGroup, type FilterGroup, type FilterNode, type FilterRow, type TimeTest } from './rows.js'

/** The rows of a condition; null if the builder cannot show all of it. */
export function rowsOf(condition: Condition): FilterGroup | null {
  try {
    const reader = new Reader()
    const node = reader.node(condition)
    return isGroup(node) ? node : reader.group('all', [node])
  } catch (error) {
    if (error instanceof Unknown) return null
    throw error
  }
}

/** The condition has something that the builder does not know. */
class Unknown extends Error {}

class Reader {
  private lastId = 0

  node(condition: unknown): FilterNode {
    const { all, any, not } = objectIn(condition)
    if (all !== undefined) return this.group('all', this.nodes(all))
    if (any !== undefined) return this.group('any', this.nodes(any))
    if (not !== undefined) return this.none(not)
    const rows = [...this.rows(objectIn(condition))]
    if (rows.length === 0) throw new Unknown()
    return rows.length === 1 ? rows[0]! : this.group('all', rows)
  }

  private nodes(conditions: unknown): readonly FilterNode[] {
    if (!Array.isArray(conditions)) throw new Unknown()
    return conditions.map((each: unknown) => this.node(each))
  }

  /** Several conditions of which none may hold are one `any` below a `not`. */
  private none(condition: unknown): FilterGroup {
    const { any } = objectIn(condition)
    return this.group('none', any === undefined ? [this.node(condition)] : this.nodes(any))
  }

  group(combine: FilterGroup['combine'], rows: readonly FilterNode[]): FilterGroup {
    return { id: ++this.lastId, combine, rows }
  }

  private *rows(conditions: Readonly<Record<string, unknown>>): Iterable<FilterRow> {
    for (const [name, value] of Object.entries(conditions)) {
      if (name === 'groups') yield* this.groupRows(value)
      else if (name === 'segments') yield this.row(name, 'in', operandsIn(objectIn(objectIn(value)['ids'])['in']))
      else if (name === 'clicked') yield this.clickedRow(value)
      else if (name === 'address') yield* this.rowsBelow('address', value, (key) => isFixed(`address.${key}`))
      else if (name === 'customFields') yield* this.rowsBelow('customFields', value, isCustomKey)
      else if (isFixed(name)) yield* this.fieldRows(name, value)
      else throw new Unknown()
    }
  }

  private *rowsBelow(name: string, value: unknown, isKnown: (key: string) => boolean): Iterable<FilterRow> {
    for (const [key, operators] of Object.entries(objectIn(value))) {
      if (!isKnown(key)) throw new Unknown()
      yield* this.fieldRows(`${name}.${key}`, operators)
    }
  }

  private *fieldRows(field: string, operators: unknown): Iterable<FilterRow> {
    for (const [name, value] of Object.entries(objectIn(operators))) {
      if (name === 'exists' && typeof value === 'boolean') yield this.row(field, value ? 'exists' : 'missing', '')
      else if (name === 'monthDay' && value === 'today') yield this.row(field, 'today', '')
      else if (name === 'in' || name === 'notIn') yield this.row(field, name, operandsIn(value))
      else if (isSingle(name)) yield this.row(field, name, operandIn(value))
      else throw new Unknown()
    }
  }

  /** The groups and the time of joining are about the same membership, so that they stay in one row. */
  private *groupRows(value: unknown): Iterable<FilterRow> {
    const { ids, joinedAt, ...others } = objectIn(value)
    const { in: among, notIn, ...otherIds } = ids === undefined ? {} : objectIn(ids)
    if (Object.keys({ ...others, ...otherIds }).length > 0) throw new Unknown()
    const times = joinedAt === undefined ? [] : timesIn(joinedAt)
    if (among !== undefined) yield this.row('groups', 'in', operandsIn(among), times)
    else if (times.length > 0) yield this.row('groups', 'joined', '', times)
    if (notIn !== undefined) yield this.row('groups', 'notIn', operandsIn(notIn))
  }

  private clickedRow(value: unknown): FilterRow {
    const { link, within, ...others } = objectIn(value)
    if (Object.keys(others).length > 0) throw new Unknown()
    return this.row('clicked', 'clicked', operandIn(link), within === undefined ? [] : timesIn({ within }))
  }

  private row(
    field: string,
    operator: Operator,
    value: FilterRow['value'],
    times: readonly TimeTest[] = [],
  ): FilterRow {
    return { id: ++this.lastId, field, operator, value, times }
  }
}

const SINGLES = [
  'eq',
  'ne',
  'contains',
  'startsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'within',
  'olderThan',
  'monthDay',
] as const

function isSingle(name: string): name is (typeof SINGLES)[number] {
  return (SINGLES as readonly string[]).includes(name)
}

function isFixed(name: string): boolean {
  return FIXED_FIELDS.some((field) => field.name === name)
}

function isCustomKey(key: string): boolean {
  return /^contact_custom_field_\d+$/.test(key)
}

function timesIn(operators: unknown): readonly TimeTest[] {
  return Object.entries(objectIn(operators)).map(([name, value]) => {
    const operator = TIME_OPERATORS.find((each) => each === name)
    if (operator === undefined || typeof value !== 'string') throw new Unknown()
    return { operator, value }
  })
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unknown()
  return value as Readonly<Record<string, unknown>>
}

function operandsIn(value: unknown): readonly Operand[] {
  if (!Array.isArray(value)) throw new Unknown()
  return value.map(operandIn)
}

function operandIn(value: unknown): Operand {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new Unknown()
}
