import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

type Dashboard = Awaited<ReturnType<typeof openDashboard>>

const save = (page: Page) => page.getByRole('button', { name: 'Save settings' })
/** Until the form has begun anew with what was saved: before that, the button only shows that it works. */
const saved = (page: Page) => save(page).and(page.locator('[disabled]:not([data-loading])')).waitFor()

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * Closes the windows for everybody: the only one opens twelve hours from now by the clock of UTC, which is 4 to 10 hours
 * ahead of the US zones of contacts.
 */
async function closeWindows({ page, url, account }: Dashboard) {
  const path = `${url}/dashboard/api/v1/accounts/${account}/settings`
  const etag = (await page.request.get(path)).headers()['etag']!
  const hour = new Date().getUTCHours() + 12
  const at = (hours: number) => `${String(hours % 24).padStart(2, '0')}:00`
  const response = await page.request.patch(path, {
    headers: { origin: url, 'if-match': etag },
    data: { sendingWindows: [{ days: DAYS, from: at(hour), to: at(hour + 1) }], holdAtMost: '72h', timezone: 'UTC' },
  })
  expect(response.status()).toBe(200)
}

test('sending hours are set, corrected where they are incomplete, and saved', async () => {
  const { page, api, open } = await openDashboard({ path: 'settings' })
  const anyTime = page.getByRole('switch', { name: 'Send at any time' })
  expect(await anyTime.isChecked()).toBe(true)
  await anyTime.click()
  const first = page.getByRole('group', { name: 'Window 1', exact: true })
  await first.waitFor()
  expect(await first.getByLabel('Opens').inputValue()).toBe('08:00')
  await page.getByRole('button', { name: 'Add window' }).click()
  const second = page.getByRole('group', { name: 'Window 2', exact: true })
  await save(page).click()
  await second.getByText('Choose at least one day.').waitFor()
  await page.getByText('Complete the marked windows.').waitFor()
  await pageChecks(page)
  await second.getByText('Fri', { exact: true }).click()
  await second.getByLabel('Opens').fill('20:00')
  await second.getByLabel('Closes').fill('02:00')
  await second.getByText('It closes at this time of the next day.').waitFor()
  await second.getByLabel('Only for members of').fill('Nobody')
  await save(page).click()
  await page.getByText('is not the name of a group of this account').waitFor()
  await second.getByLabel('Only for members of').fill('VIP')
  await page.getByLabel('Holidays').first().fill('2026-12-25')
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await page.getByRole('button', { name: 'Remove Fri, Dec 25, 2026' }).waitFor()
  await page.getByLabel('Hours that a recipient waits at most').fill('48')
  await pageChecks(page)
  await save(page).click()
  await saved(page)
  const { settings } = (await api('GET', 'settings')).body as { settings: object }
  expect(settings).toMatchObject({
    sendingWindows: [
      { days: DAYS, from: '08:00', to: '21:00' },
      { days: ['fri'], from: '20:00', to: '02:00', group: 'VIP' },
    ],
    holidays: ['2026-12-25'],
    holdAtMost: '48h',
  })

  // A change by somebody else is shown in words, and is not undone.
  const other = (await open({ path: 'settings' })).page
  await other.getByRole('button', { name: 'Remove window 2' }).click()
  await save(other).click()
  await saved(other)
  await page.getByLabel('Hours that a recipient waits at most').fill('24')
  await save(page).click()
  const stale = page.getByRole('alert').filter({ hasText: 'Somebody else' })
  await stale.getByText('Theirs: Mon to Sun 08:00 to 21:00', { exact: true }).waitFor()
  await stale.getByRole('button', { name: 'Take theirs' }).click()
  await second.waitFor({ state: 'hidden' })
  await save(page).click()
  await saved(page)

  await anyTime.click()
  await save(page).click()
  await saved(page)
  expect((await api('GET', 'settings')).body['settings']).toMatchObject({ sendingWindows: null, holdAtMost: '24h' })

  const viewer = (await open({ role: 'viewer', path: 'settings' })).page
  expect(await viewer.getByRole('switch', { name: 'Send at any time' }).isDisabled()).toBe(true)
  expect(await viewer.getByRole('button', { name: 'Add holiday' }).count()).toBe(0)
})

test('before a text is sent, the page says whom sending windows hold; then the broadcast and its people do', async () => {
  const dashboard = await openDashboard()
  const { page, goto, api } = dashboard
  await closeWindows(dashboard)
  await goto('compose')
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: /VIP/ }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Text', { exact: true }).fill('Not in the night')
  const held = page.getByRole('list', { name: 'By sending hours' })
  await held
    .getByText(/(is|are) held until/)
    .first()
    .waitFor()
  await page.waitForURL(/draft=drf_/)
  await pageChecks(page)
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('You have 10 seconds to undo').waitFor()
  await held
    .getByText(/(is|are) held until/)
    .first()
    .waitFor()
  await pageChecks(page)

  const groups = (await api('GET', 'groups')).body['results'] as { id: string; name: string }[]
  const senders = (await api('GET', 'senders')).body['results'] as { number: string }[]
  const sent = await api('POST', 'broadcasts/compose', {
    audience: { groups: [groups.find(({ name }) => name === 'VIP')!.id] },
    from: senders[0]!.number,
    body: 'Not in the night',
    idempotencyKey: 'night',
    holdSeconds: 0,
  })
  await goto(`broadcasts/${sent.body['id'] as string}`)
  await page.getByText(/of those waiting (is|are) held until their sending window opens/).waitFor()
  await page.getByText('Waits for sending windows').waitFor()
  await page.getByRole('link', { name: /^Waiting: / }).click()
  await page.getByRole('columnheader', { name: 'Held until' }).waitFor()
  await pageChecks(page)
})

test('the composer says who would wait past the time to stop, and does not send if everybody would', async () => {
  const dashboard = await openDashboard()
  const { page, goto } = dashboard
  await closeWindows(dashboard)
  await goto('compose')
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: /VIP/ }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Text', { exact: true }).fill('Not in the night')
  await page.getByRole('switch', { name: 'Stop at a time' }).click()
  const held = page.getByRole('list', { name: 'By sending hours' })
  const isHeld = held.getByText(/(is|are) held until/).first()
  await isHeld.waitFor()
  const stop = page.getByLabel(/^Stop at, /)
  const inOneHour = Date.parse(`${await stop.inputValue()}Z`) - 23 * 3_600_000
  await stop.fill(new Date(inOneHour).toISOString().slice(0, 16))
  await held.getByText('2 would wait past the time to stop and will fail').waitFor()
  await page.getByText('0 of 2 people get it').waitFor()
  expect(await isHeld.count()).toBe(0)
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Everybody in this audience would wait for their sending hours until the message').waitFor()
  await page.waitForURL(/draft=drf_/)
  await pageChecks(page)
})

test('the form of a schedule says whom sending windows hold at its first send', async () => {
  const dashboard = await openDashboard()
  const { page, goto, api } = dashboard
  await closeWindows(dashboard)
  const groups = (await api('GET', 'groups')).body['results'] as { id: string; name: string }[]
  const senders = (await api('GET', 'senders')).body['results'] as { number: string }[]
  const { body } = await api('POST', 'messaging/broadcast/schedules', {
    audience: { filter: { contact: { groups: { ids: { in: [groups.find(({ name }) => name === 'VIP')!.id] } } } } },
    from: senders[0]!.number,
    body: 'Every day',
    schedule: {
      at: new Date(Date.now() + 86_400_000).toISOString().slice(0, 16),
      timezone: 'UTC',
      recurrence: { frequency: 'daily', interval: 1, endType: 'never' },
    },
  })
  await goto(`schedules/${body['id'] as string}/change`)
  const held = page.getByRole('list', { name: 'By sending hours, at the first send' })
  await held
    .getByText(/(is|are) held until/)
    .first()
    .waitFor()
  await pageChecks(page)
})
