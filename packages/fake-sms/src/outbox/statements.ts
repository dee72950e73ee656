import type { Knex } from 'knex'

/** The bindings of a statement, by name. */
export type Bindings = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

export async function rowsOf<Row>(knex: Knex, statement: string, bindings: Bindings): Promise<readonly Row[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(statement, bindings as Knex.ValueDict)
  return rows
}

/** A named prepared statement, whose plan each connection caches. */
export function prepared<Row>(name: string, statement: string) {
  const names: string[] = []
  const text = statement.replace(NAME, (_, bound: string) => {
    if (!names.includes(bound)) names.push(bound)
    return `$${names.indexOf(bound) + 1}`
  })
  return async (knex: Knex, bindings: Bindings): Promise<readonly Row[]> => {
    const values = names.map((bound) => bindings[bound])
    const { rows } = await knex.raw<{ rows: Row[] }>(text).options({ name, values })
    return rows
  }
}

/** `:ids`, but not the type in `::bigint`. */
const NAME = /(?<!:):([a-z]\w*)/gi

/** Runs a statement and ignores its result. */
export async function run(knex: Knex, statement: string, bindings: Bindings): Promise<void> {
  await knex.raw(statement, bindings as Knex.ValueDict)
}
