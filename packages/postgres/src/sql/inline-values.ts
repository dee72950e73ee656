import type { Bindings, Statement } from './sql.js'

/**
 * A few rows as a table in a statement, with each value bound separately. This is cheaper than a recordset, but
 * the text of the statement depends on the number of rows.
 */
export function inlineValues<Row extends object>(
  name: string,
  types: Record<keyof Row & string, string>,
  rows: readonly Row[],
): Statement & { readonly sql: string } {
  const columns = Object.entries<string>(types)
  const bindings: Record<string, Bindings[string]> = {}
  const tuples = rows.map((row, i) => {
    const values = columns.map(([column, type]) => {
      bindings[`${name}_${i}_${column}`] = row[column as keyof Row] as Bindings[string]
      return `:${name}_${i}_${column}::${type}`
    })
    return `(${values.join(', ')})`
  })
  return { sql: `(values ${tuples.join(', ')}) as ${name} (${columns.map(([column]) => column).join(', ')})`, bindings }
}
