import { expect, test } from '@jest/globals'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

type Dashboard = Awaited<ReturnType<typeof openDashboard>>

/** New York's clocks go forward on March 14, 2027, at two. */
const SUNDAYS = {
  at: '2027-03-07T02:30',
  timezone: 'America/New_York',
  recurrence: { frequency: 'weekly', interval: 1, daysOfWeek: ['sun'], endType: 'never' },
} as const

async function schedule({ api }: Dashboard, body: string, timetable: object = SUNDAYS): Promise<string> {
  const groups = (await api('GET', 'groups')).body['results'] as { id: string }[]
  const senders = (await api('GET', 'senders')).body['results'] as { number: string }[]
  const made = await api('POST', 'messaging/broadcast/schedules', {
    audience: { filter: { contact: { groups: { ids: { in: [groups[0]!.id] } } } } },
    from: senders[0]!.number,
    body,
    schedule: timetable,
  })
  return made.body['id'] as string
}

test('a weekly schedule across a clock change is written, seen in the calendar, and one text of it is skipped', async () => {
  const dashboard = await openDashboard({ path: 'schedules' })
  const { page, goto } = dashboard
  await page.getByRole('heading', { name: 'No schedules yet' }).waitFor()
  await pageChecks(page)
  await page.getByRole('link', { name: 'New schedule' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Compose' }).waitFor()
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: /VIP/ }).click()
  await page.getByLabel('Text', { exact: true }).fill('Market on Sunday')
  await page.getByLabel('First date and time').fill('2027-03-07T02:30')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('New_York')
  await page.getByRole('option', { name: 'New York (America/New_York)' }).click()
  await page.getByRole('checkbox', { name: 'Mon' }).press(' ')
  await page.getByRole('checkbox', { name: 'Sun' }).press(' ')
  const times = page.getByRole('list', { name: 'The first times' })
  await times.getByText('Sun, Mar 14, 2027, 2:30 AM').waitFor()
  await times.getByText('The clocks skip this time: sent at 3:30 AM').waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Schedule it' }).click()
  await page.getByRole('link', { name: 'Open the schedule' }).click()
  await page.getByRole('heading', { level: 1, name: 'Market on Sunday' }).waitFor()
  const next = page.getByRole('list', { name: 'Next texts' })
  await next.getByText('The clocks skip this time: sent at 3:30 AM').waitFor()
  await pageChecks(page)

  await goto('schedules?view=calendar&month=2027-03')
  const gap = page.getByRole('button', { name: 'Sun, Mar 14, 2027. Clocks go forward in New York on this day' })
  await gap.waitFor()
  await pageChecks(page)
  await gap.focus()
  await page.keyboard.press('Enter')
  const day = page.getByRole('dialog', { name: 'Sun, Mar 14, 2027' })
  await day.getByRole('link', { name: 'Market on Sunday' }).waitFor()
  await page.keyboard.press('Escape')
  await gap.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await day.getByRole('link', { name: 'Market on Sunday' }).waitFor()
  await pageChecks(page)
  await day.getByRole('button', { name: 'Skip 2:30 AM' }).click()
  await day.getByText('Skipped', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Skipped: 2:30 AM New York/ }).click()
  await day.getByRole('button', { name: 'Send after all: 2:30 AM' }).click()
  await day.getByText('Skipped', { exact: true }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.waitForURL(/month=2027-04/)
  await page.getByRole('heading', { name: 'April 2027' }).waitFor()
})

test('a phone shows the agenda of the month, with the zone of each text', async () => {
  const dashboard = await openDashboard({ viewport: { width: 360, height: 740 } })
  const { page, goto } = dashboard
  await schedule(dashboard, 'Guten Morgen', { ...SUNDAYS, timezone: 'Europe/Berlin' })
  await goto('schedules?view=calendar&month=2027-03')
  await page.getByRole('heading', { name: 'Sun, Mar 28, 2027' }).waitFor()
  await page.getByText('Clocks go forward in Berlin on this day.').waitFor()
  const texts = page.getByRole('list', { name: 'Texts of Sun, Mar 28, 2027' })
  await texts.getByText('Berlin', { exact: true }).waitFor()
  await texts.getByText('The clocks skip this time: sent at 3:30 AM').waitFor()
  await pageChecks(page)
})

test('a schedule is paused, changed and deleted, which says what becomes of its texts', async () => {
  const dashboard = await openDashboard()
  const { page, goto, api } = dashboard
  const id = await schedule(dashboard, 'Market')
  await goto(`schedules/${id}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('The schedule is paused').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('The schedule is paused').waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Market at ten')
  await page.getByLabel('First date and time').fill('2020-03-07T10:00')
  await page.getByText('No schedule can have this time').waitFor()
  await page.getByLabel('First date and time').fill('2027-03-07T10:00')
  await page.getByText('These times replace all coming ones.').waitFor()
  await page.getByRole('list', { name: 'The first times' }).getByText('Clocks go forward in New York').waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Market at ten' }).waitFor()
  await page.getByRole('list', { name: 'Next texts' }).getByText('Sun, Mar 14, 2027, 10:00 AM').waitFor()

  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this schedule?' })
  await dialog.getByText('is not sent, nor any later one').waitFor()
  await dialog.getByText('A deleted schedule does not come back.').waitFor()
  await pageChecks(page)
  await dialog.getByRole('button', { name: 'Delete schedule' }).click()
  await page.getByRole('heading', { name: 'No schedules yet' }).waitFor()
  expect((await api('GET', `messaging/broadcast/schedules/${id}`)).status).toBe(404)
})

test('what a schedule has sent leads to its broadcast, live', async () => {
  const dashboard = await openDashboard()
  const { page, goto } = dashboard
  const soon = new Date(Date.now() + 4_000).toISOString().slice(0, 19)
  const id = await schedule(dashboard, 'Now or never', { at: soon, timezone: 'UTC' })
  await goto(`schedules/${id}`)
  await page.getByText('Nothing has been sent yet.').waitFor()
  const sent = page.getByRole('table', { name: 'Sent so far' })
  await sent.getByText('Sent', { exact: true }).waitFor()
  await page.getByText('Ended', { exact: true }).waitFor()
  await sent.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Now or never' }).waitFor()
  await page.getByRole('link', { name: 'The schedule that sends it' }).click()
  await page.getByRole('heading', { name: 'Sent so far' }).waitFor()
})

test('a viewer sees everything and learns why nothing can be changed', async () => {
  const dashboard = await openDashboard()
  const id = await schedule(dashboard, 'Market')
  const { page } = await dashboard.open({ role: 'viewer', path: `schedules/${id}` })
  await page.getByRole('list', { name: 'Next texts' }).waitFor()
  for (const name of ['Pause', 'Change', 'Delete', 'Skip Sun, Mar 7, 2027, 2:30 AM']) {
    expect(await page.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  }
})
