import { expect } from '@jest/globals'
import { fromZonedTime } from 'date-fns-tz'
import type { ClockChange } from './clock-change.js'
import { open, type Person } from './person.js'
import { chooseGroup, textOf } from './sending.js'

export const ZONE = 'America/New_York'
const TIME = '09:00'

/** Schedules a text for nine o'clock in New York on every Monday, from the last one before the clocks change. */
export async function scheduleMondays(person: Person, group: RegExp, words: string, change: ClockChange) {
  const { page } = person
  await open(person, 'Schedules')
  await page.getByRole('link', { name: 'New schedule' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Compose' }).waitFor()
  await chooseGroup(person, group)
  await textOf(person).fill(words)
  await page.getByLabel('First date and time').fill(`${change.mondays[0]}T${TIME}`)
  await page.getByRole('combobox', { name: 'Time zone' }).fill('New_York')
  await page.getByRole('option', { name: `New York (${ZONE})` }).click()
  expect(await page.getByRole('checkbox', { name: 'Mon' }).isChecked()).toBe(true)
  await page.getByRole('list', { name: 'The first times' }).getByText(dayOf(change.mondays[1])).waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Schedule it' }).click()
  await page.getByRole('link', { name: 'Open the schedule' }).click()
  await page.getByRole('heading', { level: 1, name: words }).waitFor()
}

/** The same time in New York on both Mondays, which are different times in UTC. */
export async function expectMondays({ page }: Person, { mondays }: ClockChange): Promise<void> {
  const next = page.getByRole('list', { name: 'Next texts' }).getByRole('listitem')
  for (const [n, monday] of mondays.entries()) {
    await next
      .nth(n)
      .getByText(`${dayOf(monday)}, 9:00 AM`)
      .waitFor()
    await next
      .nth(n)
      .getByText(`(${nineInUtc(monday)} in UTC)`)
      .waitFor()
  }
}

/** The calendar marks the Sunday on which the clocks change, and has the text on the Mondays before and after it. */
export async function expectInCalendar(person: Person, words: string, change: ClockChange): Promise<void> {
  const { page } = person
  await open(person, 'Schedules')
  await page.getByText('Calendar', { exact: true }).click()
  const { mondays, sunday, isForward } = change
  await turnCalendarTo(person, MONTH.format(new Date(sunday)))
  const mark = `Clocks go ${isForward ? 'forward' : 'back'} in New York on this day`
  await page.getByRole('button', { name: `${dayOf(sunday)}. ${mark}` }).waitFor()
  for (const monday of mondays) {
    // Texts lie over the middle of the day.
    const corner = { position: { x: 8, y: 8 } }
    await page.getByRole('button', { name: dayOf(monday), exact: true }).click(corner)
    const text = page
      .getByRole('dialog', { name: dayOf(monday) })
      .getByRole('listitem')
      .filter({ hasText: words })
    await text.getByText(`(${nineInUtc(monday)} in UTC)`).waitFor()
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'hidden' })
  }
}

async function turnCalendarTo({ page }: Person, wanted: string): Promise<void> {
  const today = new Date()
  for (let n = 0; ; n++) {
    const month = MONTH.format(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + n))
    await page.getByRole('heading', { level: 2, name: month }).waitFor()
    if (month === wanted) return
    await page.getByRole('button', { name: 'Next month' }).click()
  }
}

const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
const DAY = inUtc({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })
const MONTH = inUtc({ month: 'long', year: 'numeric' })
const INSTANT = inUtc({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

const dayOf = (day: string) => DAY.format(new Date(day))
const nineInUtc = (day: string) => INSTANT.format(fromZonedTime(`${day}T${TIME}`, ZONE))
