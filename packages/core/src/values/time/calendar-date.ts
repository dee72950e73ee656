const FORM = /^(\d{4})-(\d{2})-(\d{2})$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function hasCalendarDateForm(text: string): boolean {
  return FORM.test(text)
}

/** Whether the text is `YYYY-MM-DD` and a day of the Gregorian calendar, which has no year 0. */
export function isCalendarDate(text: string): boolean {
  const match = FORM.exec(text)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeap ? 29 : DAYS[month - 1]!
}
