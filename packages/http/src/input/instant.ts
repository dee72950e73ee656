import { isCalendarDate, type FieldRule } from '@carillon/core'

/** The time has two-digit parts, up to 23:59:59. The offset may begin with a space: an unescaped `+` in a query. */
const FORM =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+ -](?:[01]\d|2[0-3]):[0-5]\d)$/

/** An instant: a date and time with its offset from UTC. */
export const INSTANT: FieldRule = {
  holds: (text) => isCalendarDate(FORM.exec(text)?.[1] ?? ''),
  expected: 'must be an ISO 8601 time with a UTC offset, such as 2026-03-01T12:00:00Z',
}

/** Parses a text that follows the `INSTANT` rule. */
export function instantOf(text: string): Date {
  return new Date(text.replace(' ', '+'))
}
