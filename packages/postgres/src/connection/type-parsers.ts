/** How node-postgres asks for what reads a value of a type, by its number in `pg_type`. */
export type TypeParsers = { getTypeParser(type: number): (text: string) => unknown }

/**
 * What our stores read, read as they expect it. The parsers of node-postgres belong to the whole process, and whoever
 * runs it may have other ones: for a bigint a number, for an instant a text. What is not here stays the text that it is.
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

/** To the millisecond, of the microseconds that Postgres has. In whatever time zone the session is. */
export function instantOf(text: string): Date {
  const parts = INSTANT.exec(text)
  if (parts === null) throw new Error(`Postgres writes an instant as ${text}: its DateStyle must be ISO`)
  const [, date, time, sign, hours, minutes, seconds] = parts
  const utcMs = Date.parse(`${date!.length > ISO_DATE_LENGTH ? `+${date!.padStart(12, '0')}` : date}T${time}Z`)
  if (hours === '00' && minutes === undefined) return new Date(utcMs)
  const aheadMs = (Number(hours) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1_000
  return new Date(sign === '-' ? utcMs + aheadMs : utcMs - aheadMs)
}

/** `2026-11-22 05:15:27.123456+00`; zones of old are ahead by seconds too. */
const INSTANT = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/
const ISO_DATE_LENGTH = '2026-11-22'.length

/** Of an array with one dimension: `{one,"and, so \"called\", two",NULL}`. */
export function textsOf(text: string): readonly (string | null)[] {
  return [...text.slice(1, -1).matchAll(ELEMENT)].map(([plain, quoted]) =>
    quoted === undefined ? (plain === 'NULL' ? null : plain) : quoted.replace(/\\(.)/gs, '$1'),
  )
}

const ELEMENT = /"((?:[^"\\]|\\.)*)"|[^,]+/gs
