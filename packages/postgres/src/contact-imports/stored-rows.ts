import type { ImportRow } from '@carillon/core'

/** Without the names of the fields, which would be the longest part of most rows. */
export type StoredRow = readonly [line: number, content: readonly string[] | string]

export function toStoredRows(rows: readonly ImportRow[]): readonly StoredRow[] {
  return rows.map((row) => [row.line, 'fault' in row ? row.fault : row.cells])
}

export function fromStoredRows(rows: readonly StoredRow[]): readonly ImportRow[] {
  return rows.map(([line, content]) =>
    typeof content === 'string' ? { line, fault: content } : { line, cells: content },
  )
}
