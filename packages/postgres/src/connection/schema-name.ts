import { createHash } from 'node:crypto'
import { SET_OUTPUT_FORMAT_LOCAL } from './output-format.js'

/** Where the tables are: in a schema, or where the search path of the connections leads when there is none. */
export type InSchema = {
  /** Letters of any script, digits, `_`, `-` and spaces, as it stands in `pg_namespace`. */
  readonly schema?: string | undefined
}

/**
 * As a statement names it; fails when the schema cannot be called so. What has a meaning to knex, to `prepared.ts` or
 * between quotes (`:`, `?`, `"` and a backslash) is no part of a name, and neither is a dot, which mostly was meant to part two.
 */
export function quotedSchema(schema: string): string {
  const told = `${JSON.stringify(schema)} is no name for a schema of Carillon`
  if (OF_POSTGRES.test(schema)) throw new TypeError(`${told}: information_schema and pg_… are of Postgres itself`)
  if (NAME.test(schema) && Buffer.byteLength(schema) <= BYTES_MAX) return `"${schema}"`
  throw new TypeError(
    `${told}: it has letters, digits, _, - and spaces, begins with a letter or _, does not end with a space, and has up to ${BYTES_MAX} bytes`,
  )
}

const OF_POSTGRES = /^(pg_|information_schema$)/i
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_ -]*(?<! )$/u
/** Postgres cuts a longer one off, and then two can be the same. */
const BYTES_MAX = 63

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
  return `begin isolation level read committed; ${SET_OUTPUT_FORMAT_LOCAL}${path}`
}

/**
 * A connection keeps one plan for a name: under another search path it would be made anew each time, and so each schema
 * has names of its own.
 */
export function planNamesIn(schema: string | undefined): (name: string) => string {
  if (schema === undefined) return (name) => name
  const mark = shortHash(schema, MARK_LENGTH)
  return (name) => `${name}_${mark}`
}

const MARK_LENGTH = 8

/** Stands for a text where a name has no room for it: always the same, and another for any other text. */
export function shortHash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length)
}
