export const UNIQUE_VIOLATION = '23505'
export const SERIALIZATION_FAILURE = '40001'
export const UNDEFINED_TABLE = '42P01'
export const DUPLICATE_TABLE = '42P07'

/** What Postgres calls the failure of a statement, in its five letters and digits; of another error, its code if any. */
export function sqlStateOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null | undefined)?.code
}

/** What Postgres says of it: knex puts the statement before that. */
export function serverMessageOf(error: unknown): string {
  return (error as Error).message.split(' - ').at(-1)!
}
