/** The lines of a table, without the spaces that keep its columns apart. */
export function narrow(table: string): readonly string[] {
  return table.replace(/ {2,}/g, '  ').split('\n')
}
