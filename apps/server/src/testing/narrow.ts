/** The lines of a table, without the padding between its columns. */
export function narrow(table: string): readonly string[] {
  return table.replace(/ {2,}/g, '  ').split('\n')
}
