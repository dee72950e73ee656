import { inOrder, WEEKDAYS, type Weekday } from '../../../parts/timing/weekdays.js'

/** A sending window as the form has it. A time is empty until it is complete. */
export type WindowRow = {
  readonly days: readonly Weekday[]
  readonly from: string
  readonly to: string
  /** The name of a group; empty: everybody. */
  readonly group: string
}

export type HoursValues = {
  /** Null: texts are sent at any time. */
  readonly sendingWindows: readonly WindowRow[] | null
  /** `YYYY-MM-DD`, in order. */
  readonly holidays: readonly string[]
  /** Hours. */
  readonly holdAtMost: number | ''
}

/** The preset, and what a new window begins with. */
export const EVERY_DAY: WindowRow = { days: WEEKDAYS, from: '08:00', to: '21:00', group: '' }
export const WINDOWS_MAX = 50
export const HOLIDAYS_MAX = 1_000
export const HOLD_HOURS = { min: 1, max: 72 } as const

type StoredWindow = Omit<WindowRow, 'group'> & { readonly group?: string | null }

type Stored = {
  readonly sendingWindows: readonly StoredWindow[] | null
  readonly holidays: readonly string[]
  readonly holdAtMost: string
}

/** The days in the order of the week, and the same order of fields always, so that equal windows compare as equal. */
export function hoursOf({ sendingWindows, holidays, holdAtMost }: Stored): HoursValues {
  const rows = sendingWindows?.map(rowOf) ?? null
  return { sendingWindows: rows, holidays, holdAtMost: Number.parseInt(holdAtMost, 10) }
}

function rowOf({ days, from, to, group }: StoredWindow): WindowRow {
  return { days: inOrder(days), from, to, group: group ?? '' }
}

/** The windows as a change of the settings has them. */
export function windowsOf(rows: readonly WindowRow[] | null): readonly object[] | null {
  return rows?.map(({ group, ...window }) => ({ ...window, ...(group !== '' && { group }) })) ?? null
}

/** Whether every window is for a group, so that everybody else is texted at any time. */
export function areAllForGroups(rows: readonly WindowRow[]): boolean {
  return rows.length > 0 && rows.every(({ group }) => group !== '')
}

export type RowFaults = Partial<Record<keyof WindowRow, string>>

export function rowFaults({ days, from, to }: WindowRow): RowFaults {
  return {
    ...(days.length === 0 && { days: 'Choose at least one day.' }),
    ...(from === '' && { from: 'Enter the time at which it opens.' }),
    ...(to === '' && { to: 'Enter the time at which it closes.' }),
  }
}

/** What is wrong, by the name of the value. */
export function hoursFaults({ sendingWindows, holdAtMost }: HoursValues): Partial<Record<keyof HoursValues, string>> {
  const isWrong = (row: WindowRow) => Object.keys(rowFaults(row)).length > 0
  const { min, max } = HOLD_HOURS
  return {
    ...(sendingWindows?.length === 0 && { sendingWindows: 'Add a window, or send at any time.' }),
    ...(sendingWindows?.some(isWrong) && { sendingWindows: 'Complete the marked windows.' }),
    ...((holdAtMost === '' || holdAtMost < min || holdAtMost > max) && {
      holdAtMost: `Enter ${min} to ${max} hours.`,
    }),
  }
}

/** Whether it ends on the next day, which is not meant by everybody who enters it. A window until midnight does not. */
export function isOverMidnight({ from, to }: WindowRow): boolean {
  return from !== '' && to !== '' && to !== '00:00' && to !== '24:00' && from >= to
}

/** The holidays with one more; the same list if it has it, or if it is no date of these times. */
export function withHoliday(holidays: readonly string[], date: string): readonly string[] {
  if (!/^2\d{3}-\d\d-\d\d$/.test(date) || holidays.includes(date)) return holidays
  return [...holidays, date].sort()
}
