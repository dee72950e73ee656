import { createHash } from 'node:crypto'
import { SET_OUTPUT_FORMAT_LOCAL } from './output-format.js'

/** Where the tables are: in the schema or, without one, where the search path of the connections finds them. */
export type InSchema = {
  /** Letters of any script, digits, `_`, `-` and spaces, as spelled in `pg_namespace`. */
  readonly schema?: string | undefined
}

/**
 * Quotes the schema name for use in a statement; throws if the name is not allowed. A name must not contain characters
 * that are special to knex, in `prepared.ts` or inside quotes (`:`, `?`, `"` and a backslash). Dots are refused too,
 * because a dot in a name is usually meant as a separator.
 */
export function quotedSchema(schema: string): string {
  const refusal = `${JSON.stringify(schema)} is not a valid schema name for Carillon`
  if (OF_POSTGRES.test(schema)) throw new TypeError(`${refusal}: information_schema and pg_… are reserved by Postgres`)
  if (NAME.test(schema) && Buffer.byteLength(schema) <= BYTES_MAX) return `"${schema}"`
  throw new TypeError(
    `${refusal}: it must have 1 to ${BYTES_MAX} bytes of letters, digits, _, - and spaces, begin with a letter or _, and not end with a space`,
  )
}

const OF_POSTGRES = /^(pg_|information_schema$)/i
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_ -]*(?<! )$/u
/** Postgres truncates longer names, so two of them could become equal. */
const BYTES_MAX = 63

/** The prefix of a table name in a statement that runs outside a transaction. */
export function prefixOf(schema: string | undefined): string {
  return schema === undefined ? '' : `${quotedSchema(schema)}.`
}

/**
 * Begins a transaction that uses the tables of the schema. This also works behind a pooler, and on a connection that
 * others use before and after. A connection that is settled needs no output format. The path ends with `pg_temp`, which would otherwise be searched first.
 */
export function beginIn(schema: string | undefined, { isPreset = false } = {}): string {
  const format = isPreset ? '' : `; ${SET_OUTPUT_FORMAT_LOCAL}`
  const path = schema === undefined ? '' : `; set local search_path to ${quotedSchema(schema)}, pg_temp`
  return `begin isolation level read committed${format}${path}`
}

/**
 * A connection keeps one plan for each name. When the search path changes, Postgres plans the statement again, so each
 * schema has its own names.
 */
export function planNamesIn(schema: string | undefined): (name: string, generation?: number) => string {
  const suffix = schema === undefined ? '' : `_${shortHash(schema, SUFFIX_LENGTH)}`
  return (name, generation) => `${name}${generation === undefined ? '' : `_${generation}`}${suffix}`
}

const SUFFIX_LENGTH = 8

/** A hash of the given length. Different texts almost certainly have different hashes. */
export function shortHash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length)
}
