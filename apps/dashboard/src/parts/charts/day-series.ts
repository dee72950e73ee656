import type { Tone } from '../text/status-badge.js'

export type DaySeries = {
  /** The property of the rows. */
  readonly name: string
  readonly label: string
  readonly tone: Tone
}

/** A day and its counts: `{ day: '2026-11-24', delivered: 12, … }`. */
export type DayRow = { readonly day: string } & Readonly<Record<string, number | string>>

export const SERIES_COLOURS: Readonly<Record<Tone, string>> = {
  good: 'var(--good-filled)',
  bad: 'var(--bad-filled)',
  doubtful: 'var(--doubtful-filled)',
  active: 'var(--accent)',
  neutral: 'var(--field-line)',
}

export function countOf(row: DayRow, { name }: DaySeries): number {
  return Number(row[name] ?? 0)
}

const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export function dayText({ day }: DayRow): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}
