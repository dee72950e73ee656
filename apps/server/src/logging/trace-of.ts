/**
 * The kind and place of an error: its codes, the table and constraint it violated, the lines of its stack that are
 * places in the code, and the same for its cause. Omits the message, because in it the database quotes
 * statements and rows, which contain texts and phone numbers.
 */
export function traceOf(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, stack = '', cause } = error
  const places = stack.split('\n').filter((line) => PLACE.test(line))
  const origin = cause === undefined || depth === CAUSES_MAX ? {} : { cause: traceOf(cause, depth + 1) }
  return { name, ...namesOf(error), at: places.map((line) => line.trim()), ...origin }
}

/** Matches stack frames only: the stack also quotes the message, whose lines do not end like this. */
const PLACE = /^ {4}at .+(:\d+:\d+\)?|<anonymous>\)|\(native\))$/
const CAUSES_MAX = 3

/** The fields of a database error that contain only names, never data. */
const NAMES = ['code', 'schema', 'table', 'column', 'constraint', 'routine']

function namesOf(error: object): object {
  return Object.fromEntries(Object.entries(error).filter(([name, value]) => NAMES.includes(name) && isShort(value)))
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 100)
}
