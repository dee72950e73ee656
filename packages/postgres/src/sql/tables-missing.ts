import { serverMessageOf, sqlStateOf, UNDEFINED_TABLE } from './sql-state.js'

/** For whoever has not migrated: the error to throw in the place of that of Postgres, which only names a table. */
export function orTablesMissing(error: unknown, schema: string | undefined): unknown {
  if (sqlStateOf(error) !== UNDEFINED_TABLE) return error
  const migrate = schema === undefined ? 'migrate(knex)' : 'migrate(knex, { schema })'
  const message = `The tables of Carillon are not there (${serverMessageOf(error)}): run ${migrate} first`
  return Object.assign(new Error(message, { cause: error }), { code: UNDEFINED_TABLE })
}
