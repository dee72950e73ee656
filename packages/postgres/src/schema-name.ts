import { markOf } from './mark-of.js'

/** Where the tables are: in a schema, or where the search path of the connections leads when there is none. */
export type InSchema = {
  /** Letters, digits and `_`, as it stands in `pg_namespace`. */
  readonly schema?: string | undefined
}

/** As a statement names it; fails when no schema can be called so. */
export function quotedSchema(schema: string): string {
  if (NAME.test(schema)) return `"${schema}"`
  throw new TypeError(
    `${JSON.stringify(schema)} is no name for a schema: up to 63 letters, digits and _, and at its start no digit and no pg_`,
  )
}

const NAME = /^(?!pg_)[a-z_]\w{0,62}$/i

/** Stands before the name of a table in a statement that runs outside a transaction. */
export function prefixOf(schema: string | undefined): string {
  return schema === undefined ? '' : `${quotedSchema(schema)}.`
}

/**
 * Begins a transaction, and until it ends the tables are those of the schema: also for a connection that others use
 * before and after, and behind a pooler. Temporary tables come last, which are first when they are not named.
 */
export function beginIn(schema: string | undefined): string {
  const path = schema === undefined ? '' : `; set local search_path to ${quotedSchema(schema)}, pg_temp`
  return `begin isolation level read committed${path}`
}

/**
 * A connection keeps one plan for a name: under another search path it would be made anew each time, and so each schema
 * has names of its own.
 */
export function planNamesIn(schema: string | undefined): (name: string) => string {
  if (schema === undefined) return (name) => name
  const mark = markOf(schema, MARK_LENGTH)
  return (name) => `${name}_${mark}`
}

const MARK_LENGTH = 8
