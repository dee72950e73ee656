import type { Condition } from './condition.js'
import { isGroup, type FilterGroup, type FilterNode, type FilterRow } from './rows.js'

/** A condition, and which part of it each row and group became. */
export type WrittenFilter = {
  readonly condition: Condition
  /** The paths that belong to a row or group, beginning with `contact`. */
  readonly places: readonly Place[]
}

export type Place = { readonly id: number; readonly path: string }

/** Writes the condition of a filter. Rows beside each other are joined in one object where that means the same. */
export function conditionOf(root: FilterGroup): WrittenFilter {
  const places: Place[] = []
  const condition = write(root, 'contact', (id, path) => places.push({ id, path }))
  return { condition, places }
}

type Note = (id: number, path: string) => void

function write(node: FilterNode, at: string, note: Note): Condition {
  note(node.id, at)
  if (!isGroup(node)) return joined([node], at, note)
  const { combine, rows } = node
  const [first] = rows
  if (combine === 'none') {
    if (rows.length === 1) return { not: write(first!, `${at}.not`, note) }
    return { not: { any: listed(rows, `${at}.not.any`, note) } }
  }
  if (rows.length === 1) return write(first!, at, note)
  if (combine === 'any') return { any: listed(rows, `${at}.any`, note) }
  return canJoin(rows) ? joined(rows, at, note) : { all: listed(rows, `${at}.all`, note) }
}

function listed(rows: readonly FilterNode[], at: string, note: Note): readonly Condition[] {
  return rows.map((row, i) => write(row, `${at}[${i}]`, note))
}

/** Whether the rows are about fields, and no two of them write the same operator of the same field. */
function canJoin(rows: readonly FilterNode[]): rows is readonly FilterRow[] {
  if (rows.length === 0 || rows.some(isGroup)) return false
  const slots = (rows as readonly FilterRow[]).map(slotOf)
  return new Set(slots).size === slots.length
}

/** The groups and times of joining of two rows may be of two memberships, so that these rows stay apart. */
function slotOf({ id, field, operator }: FilterRow): string {
  if (field === '' || operator === '') return `row ${id}`
  if (field === 'segments' || field === 'clicked') return field
  if (field === 'groups') return operator === 'notIn' ? 'groups.notIn' : 'groups.in'
  return `${field}.${keyOf({ operator })}`
}

function joined(rows: readonly FilterRow[], at: string, note: Note): Condition {
  const condition: Record<string, unknown> = {}
  for (const row of rows) {
    for (const { path, value } of partsOf(row)) {
      const steps = path.split('.')
      put(condition, steps, value)
      note(row.id, `${at}.${path}`)
    }
    if (row.field !== '') note(row.id, `${at}.${row.field}`)
  }
  return condition
}

function put(target: Record<string, unknown>, [step, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[step!] = value
  else put((target[step!] ??= {}) as Record<string, unknown>, rest, value)
}

/** What a row writes, by its path in the object. */
function partsOf(row: FilterRow): readonly { readonly path: string; readonly value: unknown }[] {
  const { field, operator, value, times } = row
  if (field === '' || operator === '') return []
  if (field === 'groups') {
    const joining = times.map((time) => ({ path: `groups.joinedAt.${time.operator}`, value: time.value }))
    return operator === 'joined' ? joining : [{ path: `groups.ids.${operator}`, value }, ...joining]
  }
  if (field === 'segments') return [{ path: 'segments.ids.in', value }]
  if (field === 'clicked') {
    const within = times.map((time) => ({ path: 'clicked.within', value: time.value }))
    return [{ path: 'clicked.link', value }, ...within]
  }
  return [{ path: `${field}.${keyOf({ operator })}`, value: jsonOf(row) }]
}

function keyOf({ operator }: Pick<FilterRow, 'operator'>): string {
  if (operator === 'missing') return 'exists'
  return operator === 'today' ? 'monthDay' : operator
}

function jsonOf({ operator, value }: FilterRow): unknown {
  if (operator === 'exists' || operator === 'missing') return operator === 'exists'
  return operator === 'today' ? 'today' : value
}
