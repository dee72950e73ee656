const UNDEFINED_TABLE = '42P01'

/** For whoever has not migrated: the error to throw in the place of that of Postgres, which only names a table. */
export function orTablesMissing(error: unknown, schema: string | undefined): unknown {
  if ((error as { code?: unknown } | null)?.code !== UNDEFINED_TABLE) return error
  // Knex puts the statement before it.
  const reason = (error as Error).message.split(' - ').at(-1)
  const migrate = schema === undefined ? 'migrate(knex)' : 'migrate(knex, { schema })'
  const told = new Error(`The tables of Carillon are not there (${reason}): run ${migrate} first`, { cause: error })
  return Object.assign(told, { code: UNDEFINED_TABLE })
}
