/** How node-postgres looks up the parser for a type, by the OID of the type. */
export type TypeParsers = { getTypeParser(type: number): (text: string) => unknown }

/**
 * Parses the types that our stores read. The parsers of node-postgres are shared by the whole process, and the host may
 * have changed them, for example to read a bigint as a number. Values of other types stay text.
 */
export const TYPE_PARSERS: TypeParsers = { getTypeParser: (type) => PARSERS.get(type) ?? asItIs }

const asItIs = (text: string) => text
const json = (text: string): unknown => JSON.parse(text)

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  /** boolean */
  [16, (text) => text === 't'],
  /** smallint, integer */
  [21, Number],
  [23, Number],
  /** real, double precision */
  [700, Number],
  [701, Number],
  /** json, jsonb */
  [114, json],
  [3802, json],
  /** text[] */
  [1009, textsOf],
  /** timestamptz */
  [1184, instantOf],
])

/** Accepts the offset of any session time zone. Truncates the microseconds to milliseconds. */
export function instantOf(text: string): Date {
  const parts = INSTANT.exec(text)
  if (parts === null) throw new Error(`Postgres writes an instant as ${text}: its DateStyle must be ISO`)
  const [, date, time, sign, hours, minutes, seconds] = parts
  const utcMs = Date.parse(`${date!.length > ISO_DATE_LENGTH ? `+${date!.padStart(12, '0')}` : date}T${time}Z`)
  if (hours === '00' && minutes === undefined) return new Date(utcMs)
  const aheadMs = (Number(hours) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1_000
  return new Date(sign === '-' ? utcMs + aheadMs : utcMs - aheadMs)
}

/** `2026-11-22 05:15:27.123456+00`; the offsets of historical zones include seconds. */
const INSTANT = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/
const ISO_DATE_LENGTH = '2026-11-22'.length

/** Parses an array with one dimension: `{one,"and, so \"called\", two",NULL}`. */
export function textsOf(text: string): readonly (string | null)[] {
  return [...text.slice(1, -1).matchAll(ELEMENT)].map(([plain, quoted]) =>
    quoted === undefined ? (plain === 'NULL' ? null : plain) : quoted.replace(/\\(.)/gs, '$1'),
  )
}

const ELEMENT = /"((?:[^"\\]|\\.)*)"|[^,]+/gs
