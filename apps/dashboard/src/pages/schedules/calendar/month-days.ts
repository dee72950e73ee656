const DAY_MS = 86_400_000
const WEEKS_SHOWN = 6

/** `2026-03`, of a year that a schedule can have. */
export function isMonth(text: string): boolean {
  return /^[2-8]\d{3}-(0[1-9]|1[0-2])$/.test(text)
}

/** The month that many months later. */
export function monthAfter(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const index = year * 12 + number - 1 + months
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** The days that a calendar shows of a month: six weeks from a Monday, the last day exclusive. */
export function daysShown(month: string): { readonly first: string; readonly end: string } {
  const firstMs = Date.parse(`${month}-01T00:00Z`)
  const mondayMs = firstMs - ((new Date(firstMs).getUTCDay() + 6) % 7) * DAY_MS
  return { first: dateOf(mondayMs), end: dateOf(mondayMs + WEEKS_SHOWN * 7 * DAY_MS) }
}

/** Instants around the days, so that the days of every zone lie between them. */
export function instantsAround({ first, end }: ReturnType<typeof daysShown>) {
  return {
    from: new Date(Date.parse(`${first}T00:00Z`) - DAY_MS).toISOString(),
    to: new Date(Date.parse(`${end}T00:00Z`) + DAY_MS).toISOString(),
  }
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
