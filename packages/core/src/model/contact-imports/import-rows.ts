/** A row of a contact file, as it was parsed. Lines are counted from 1, and the first one has the header. */
export type ImportRow = GoodRow | MalformedRow
export type GoodRow = { readonly line: number; readonly cells: readonly string[] }
/** A line that is not a record. The fault continues a sentence that begins with "The row", as in "is too long". */
export type MalformedRow = { readonly line: number; readonly fault: string }

export type RejectedRow = {
  readonly line: number
  /** The kind of fault, such as `email:invalid`. Rows with the same fault in the same column share it. */
  readonly class: string
  readonly reason: string
  /** Null if the line is not a record. */
  readonly cells: readonly string[] | null
}

/** The counts of the processed rows of the file, in total and by result. */
export type ImportTotals = {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** The contacts that joined at least one group. */
  readonly joined: number
  readonly rejected: number
}

/** The totals before the first step is stored. */
export const NOTHING_IMPORTED: ImportTotals = { rows: 0, created: 0, updated: 0, unchanged: 0, joined: 0, rejected: 0 }

/** The results of one step, whose rejected rows are listed. */
export type StepResult = Omit<ImportTotals, 'rejected'> & { readonly rejected: readonly RejectedRow[] }

export function withStep(totals: ImportTotals, step: StepResult): ImportTotals {
  return {
    rows: totals.rows + step.rows,
    created: totals.created + step.created,
    updated: totals.updated + step.updated,
    unchanged: totals.unchanged + step.unchanged,
    joined: totals.joined + step.joined,
    rejected: totals.rejected + step.rejected.length,
  }
}

/** How many rows have a fault of one class, and what is wrong with the first one. */
export type FaultCount = { readonly class: string; readonly reason: string; readonly count: number }

/** The maximum number of classes that are counted separately: there are a few for each column. */
const CLASSES_MAX = 100
const OTHER = { class: 'other', reason: 'The rows have other faults' }

export function withFaults(
  counts: readonly FaultCount[],
  rejected: readonly Pick<RejectedRow, 'class' | 'reason'>[],
): readonly FaultCount[] {
  const byClass = new Map(counts.map((one) => [one.class, one]))
  for (const { class: name, reason } of rejected) {
    const known = byClass.get(name) ?? (byClass.size < CLASSES_MAX ? { class: name, reason, count: 0 } : null)
    const counted = known ?? byClass.get(OTHER.class) ?? { ...OTHER, count: 0 }
    byClass.set(counted.class, { ...counted, count: counted.count + 1 })
  }
  return [...byClass.values()]
}

/** Replaces a row with a number that was erased before the row was imported. */
export const ERASED_ROW = 'has a number that was erased'

/** The fewest digits that can be a phone number by themselves. */
const DIGITS_MIN = 7

/** Whether a cell has this number: with or without its country code, and however it is written. */
export function mentionsNumber(cells: readonly string[], phone: string): boolean {
  const digits = phone.replace(/\D/g, '')
  return cells.some((cell) => {
    const own = cell.replace(/\D/g, '')
    return own.length >= DIGITS_MIN && digits.endsWith(own.replace(/^0+/, ''))
  })
}
