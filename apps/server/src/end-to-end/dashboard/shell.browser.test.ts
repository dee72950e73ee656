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

test('on a phone, the name of the account is not cut by the zone of a person', async () => {
  const options = { path: '/system', viewport: { width: 360, height: 740 }, timezoneId: 'America/Los_Angeles' } as const
  const { page } = await openDashboard(options)
  await page.getByRole('button', { name: 'Carillon' }).waitFor()
  const [shown, whole] = (await page.evaluate(`(() => {
    const label = document.querySelector('.account-button .mantine-Button-label')
    return [label.clientWidth, label.scrollWidth]
  })()`)) as [number, number]
  expect(shown).toBe(whole)
  await page.getByRole('button', { name: /^Los Angeles, GMT-\d: times are shown in your zone$/ }).waitFor()
})
