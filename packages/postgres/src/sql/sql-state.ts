export const UNIQUE_VIOLATION = '23505'
export const SERIALIZATION_FAILURE = '40001'
const UNDEFINED_TABLE = '42P01'
export const DUPLICATE_TABLE = '42P07'

/** What Postgres calls the failure of a statement, in its five letters and digits; of another error, its code if any. */
export function sqlStateOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null | undefined)?.code
}

/** What Postgres says of it: knex puts the statement before that. */
export function serverMessageOf(error: unknown): string {
  return (error as Error).message.split(' - ').at(-1)!
}

/** For whoever has not migrated: the error to throw in the place of that of Postgres, which only names a table. */
export function explainMissingTables(error: unknown, schema: string | undefined): unknown {
  if (sqlStateOf(error) !== UNDEFINED_TABLE) return error
  const migrate = schema === undefined ? 'migrate(knex)' : 'migrate(knex, { schema })'
  const message = `The tables of Carillon are not there (${serverMessageOf(error)}): run ${migrate} first`
  return Object.assign(new Error(message, { cause: error }), { code: UNDEFINED_TABLE })
}
