/**
 * What kind of error it is, and where: its codes, the table and the rule of the database that it broke, and the lines
 * of its stack that are places in the code, with those of its cause. Not what it says, for the database quotes
 * statements and rows in that, which have texts and numbers.
 */
export function traceOf(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, stack = '', cause } = error
  const places = stack.split('\n').filter((line) => PLACE.test(line))
  const origin = cause === undefined || depth === CAUSES_MAX ? {} : { cause: traceOf(cause, depth + 1) }
  return { name, ...namesOf(error), at: places.map((line) => line.trim()), ...origin }
}

/** A line of a message that is quoted in the stack does not end like one. */
const PLACE = /^ {4}at .+(:\d+:\d+\)?|<anonymous>\)|\(native\))$/
const CAUSES_MAX = 3

/** What a database names and does not quote. */
const NAMES = ['code', 'schema', 'table', 'column', 'constraint', 'routine']

function namesOf(error: object): object {
  return Object.fromEntries(Object.entries(error).filter(([name, value]) => NAMES.includes(name) && isShort(value)))
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 100)
}
