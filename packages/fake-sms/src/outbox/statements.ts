import type { Knex } from 'knex'

/** What is bound to a statement, by its names there. */
export type Bindings = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

export async function rowsOf<Row>(knex: Knex, statement: string, bindings: Bindings): Promise<readonly Row[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(statement, bindings as Knex.ValueDict)
  return rows
}

/** A statement whose plan every connection keeps, under its name. */
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

/** For a statement whose answer says nothing. */
export async function run(knex: Knex, statement: string, bindings: Bindings): Promise<void> {
  await knex.raw(statement, bindings as Knex.ValueDict)
}
