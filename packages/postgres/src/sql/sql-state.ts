export const UNIQUE_VIOLATION = '23505'
export const SERIALIZATION_FAILURE = '40001'
export const UNDEFINED_TABLE = '42P01'
/** Citus cannot run a statement on several shards as it is. */
export const NOT_SUPPORTED = '0A000'
export const DUPLICATE_TABLE = '42P07'

/** The SQLSTATE of a failed statement (five letters and digits), or the code of any other error, if it has one. */
export function sqlStateOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null | undefined)?.code
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION || COPIED_DUPLICATE.test((error as Error).message)
}

/** Citus copies many rows to a node, and reports a duplicate among them without its SQLSTATE. */
const COPIED_DUPLICATE = /(^| - )duplicate key value violates unique constraint /

/** The message from Postgres: knex puts the statement before it. */
export function serverMessageOf(error: unknown): string {
  return (error as Error).message.split(' - ').at(-1)!
}

/**
 * If the tables are missing, returns an error that explains how to migrate, while the error of Postgres only names a
 * table.
 */
export function explainMissingTables(error: unknown, schema: string | undefined): unknown {
  if (sqlStateOf(error) !== UNDEFINED_TABLE) return error
  const migrate = schema === undefined ? 'migrate(knex)' : 'migrate(knex, { schema })'
  const message = `The tables of Carillon are not there (${serverMessageOf(error)}): run ${migrate} first`
  return Object.assign(new Error(message, { cause: error }), { code: UNDEFINED_TABLE })
}
