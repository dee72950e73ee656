import { test } from '@jest/globals'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

test('things are found by a text, and opened with the keyboard', async () => {
  const { page, api } = await openDashboard({ hasHistory: true })
  const field = page.getByRole('textbox', { name: 'Find' })
  const find = async (text: string) => {
    // The search clears its text when it has closed.
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field.fill(text)
  }
  await find('sale')
  const broadcast = page.getByRole('button', { name: /our sale begins today/ })
  await broadcast.waitFor()
  await pageChecks(page)
  await broadcast.click()
  await page.waitForURL(/broadcasts\/brc_/)
  await page.getByRole('heading', { level: 1 }).waitFor()

  const { body } = await api('GET', 'contacts?limit=1')
  const [contact] = (body as { results: { phoneNumber: string }[] }).results
  await find(contact!.phoneNumber)
  await page.getByRole('button', { name: contact!.phoneNumber }).click()
  await page.waitForURL((url) => decodeURIComponent(url.pathname).endsWith(contact!.phoneNumber))
  await page.getByText(contact!.phoneNumber).first().waitFor()

  await find('no such thing')
  await page.getByText('Nothing has this name or text.').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
})
