import type { Journal } from './journal.js'

/** Where a row is stored: rows are read by `part`, which is usually the account; `key` is unique within the part. */
export type Place<Row> = { readonly part: (row: Row) => string; readonly key: (row: Row) => string }

/** Rows are immutable and can only be replaced; the journal can undo each change. */
export class Table<Row extends object> {
  private readonly parts = new Map<string, Map<string, Row>>()

  constructor(
    private readonly journal: Journal,
    private readonly place: Place<Row>,
  ) {}

  get(part: string, key: string): Row | undefined {
    return this.parts.get(part)?.get(key)
  }

  has(row: Row): boolean {
    return this.get(this.place.part(row), this.place.key(row)) !== undefined
  }

  /** The rows of the part, in no particular order. */
  of(part: string): readonly Row[] {
    return [...(this.parts.get(part)?.values() ?? [])]
  }

  /** The rows of the part that pass the test, in no particular order. */
  filter<Found extends Row>(part: string, test: (row: Row) => row is Found): Found[]
  filter(part: string, test: (row: Row) => boolean): Row[]
  filter(part: string, test: (row: Row) => boolean): Row[] {
    const found: Row[] = []
    for (const row of this.parts.get(part)?.values() ?? []) if (test(row)) found.push(row)
    return found
  }

  /** Whether any row of the part passes the test. */
  some(part: string, test: (row: Row) => boolean): boolean {
    for (const row of this.parts.get(part)?.values() ?? []) if (test(row)) return true
    return false
  }

  /** The parts that contain rows, in no particular order. */
  partsInUse(): readonly string[] {
    return [...this.parts.keys()]
  }

  /** The part of the row with this key, for keys that are unique across all parts. */
  partWith(key: string): string | null {
    return this.partsInUse().find((part) => this.get(part, key) !== undefined) ?? null
  }

  /** Adds the row, or replaces the row with the same part and key. */
  put(row: Row) {
    const [part, key] = [this.place.part(row), this.place.key(row)]
    const before = this.get(part, key)
    this.journal.record(() => (before === undefined ? this.take(part, key) : this.set(part, key, before)))
    this.set(part, key, frozen(row))
  }

  remove(part: string, key: string) {
    const before = this.get(part, key)
    if (before === undefined) return
    this.journal.record(() => this.set(part, key, before))
    this.take(part, key)
  }

  private set(part: string, key: string, row: Row) {
    const rows = this.parts.get(part)
    if (rows === undefined) this.parts.set(part, new Map([[key, row]]))
    else rows.set(key, row)
  }

  private take(part: string, key: string) {
    const rows = this.parts.get(part)
    rows?.delete(key)
    if (rows?.size === 0) this.parts.delete(part)
  }
}

/** Freezes the value deeply: stored data cannot be changed without the journal. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Date) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
