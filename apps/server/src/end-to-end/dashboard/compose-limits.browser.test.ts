import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

async function write(page: Page, body: string) {
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: /VIP/ }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Text', { exact: true }).fill(body)
}

const review = (page: Page) => page.getByRole('button', { name: 'Review' }).click()

test('a test on the first people and the time at which sending stops are corrected, reviewed, and shown when sent', async () => {
  const { page } = await openDashboard({ path: 'compose' })
  await write(page, 'Market on Sunday')
  await page.getByRole('switch', { name: 'Test on the first people' }).click()
  await page.getByLabel('People who get it first').fill('1')
  await page.getByRole('switch', { name: 'Stop at a time' }).click()
  const stop = page.getByLabel(/^Stop at, /)
  const usual = await stop.inputValue()
  await stop.fill('2020-01-01T09:00')
  await review(page)
  await page.getByText('Choose a time at least 2 minutes after the wait of the test.').waitFor()
  await page.waitForURL(/draft=drf_/)
  expect(await stop.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  await pageChecks(page)
  const kept = page.waitForResponse((response) => response.request().method() === 'PUT')
  await stop.fill(usual)
  await kept
  await page.reload()
  expect(await stop.inputValue()).toBe(usual)

  await page.getByRole('switch', { name: 'In waves' }).click()
  await page.getByRole('switch', { name: 'Stop at a time' }).waitFor({ state: 'hidden' })
  await pageChecks(page)
  await page.getByRole('switch', { name: 'In waves' }).click()
  await review(page)
  await page.getByText('Stops', { exact: true }).waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: /^Send to 2 people/ }).click()
  await page.getByText('Stops', { exact: true }).waitFor()
})

test('a frequency cap is set, and the composer says who has reached it', async () => {
  const { page, goto } = await openDashboard({ path: 'settings' })
  await page.getByRole('button', { name: 'Add a cap' }).click()
  const cap = page.getByRole('group', { name: 'Cap 1' })
  await cap.getByLabel('Texts').fill('1')
  await pageChecks(page)
  const save = page.getByRole('button', { name: 'Save settings' })
  await save.click()
  await save.and(page.locator('[disabled]:not([data-loading])')).waitFor()

  await goto('compose')
  await write(page, 'Market on Sunday')
  await page.getByText('2 of 2 people get it').waitFor()
  await review(page)
  await page.getByRole('button', { name: /^Send to 2 people/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Market on Sunday' }).waitFor()
  // The state, and the name of the time.
  await page.getByText('Completed', { exact: true }).nth(1).waitFor()

  await goto('compose')
  await write(page, 'Market on Monday')
  await page.getByText('0 of 2 people get it').waitFor()
  await page.getByRole('list', { name: 'Who gets nothing' }).getByText(/^2 /).waitFor()
  await pageChecks(page)
})
