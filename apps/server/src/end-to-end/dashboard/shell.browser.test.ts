import { expect, test } from '@jest/globals'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

test('a person opens pages by the navigation, by the search and by keys', async () => {
  const { page, account } = await openDashboard()
  await pageChecks(page)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('heading', { level: 1, name: 'Groups' }).and(page.locator(':focus')).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/dashboard/a/${account}/groups`)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Find' }).fill('grou')
  await page.getByRole('button', { name: 'Groups' }).waitFor()
  await pageChecks(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard and commands' }).waitFor()
  await pageChecks(page)
})
