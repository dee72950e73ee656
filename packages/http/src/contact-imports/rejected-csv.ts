import type { ExportedRejectedRows } from '@carillon/core'

/** A person corrects the rows and uploads the file again, so they keep their cells. Malformed rows have none. */
export async function* rejectedCsv(
  { columns, steps }: ExportedRejectedRows,
  recordOf: (cells: readonly string[]) => string,
): AsyncGenerator<string> {
  yield recordOf([...columns, 'Row', 'Reason'])
  for await (const rows of steps) {
    const records = rows.map(({ line, reason, cells }) =>
      recordOf([...fitted(cells ?? [], columns), String(line), reason]),
    )
    yield records.join('')
  }
}

/** So that the reason is in its own column, however long the row was. */
function fitted(cells: readonly string[], { length }: readonly string[]): readonly string[] {
  return Array.from({ length }, (_, i) => cells[i] ?? '')
}
