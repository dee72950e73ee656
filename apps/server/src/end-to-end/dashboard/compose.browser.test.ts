import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../../testing/dashboard/a-person.js'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

const text = (page: Page) => page.getByLabel('Text', { exact: true })

async function write(page: Page, body: string) {
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: /VIP/ }).click()
  await page.keyboard.press('Escape')
  await text(page).fill(body)
}

test('a draft is kept while typing, survives a reload, and a colleague goes on with it', async () => {
  const { page, open } = await openDashboard({ path: 'compose', name: 'Ann Lee' })
  await write(page, 'Hi {{contact_first_name}}')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.waitForURL(/draft=drf_/)
  await pageChecks(page)
  await page.reload()
  await page.getByText('VIP · 2 members').first().waitFor()
  expect(await text(page).inputValue()).toBe('Hi {{contact_first_name}}')

  const colleague = (await open({ path: 'drafts', role: 'editor', name: 'Bob Fox' })).page
  await colleague.getByRole('cell', { name: 'Ann Lee' }).waitFor()
  await pageChecks(colleague)
  await colleague.getByRole('link', { name: 'Hi [first name]' }).click()
  await text(colleague).fill('Hello from Bob')
  await colleague.getByText('Saved', { exact: true }).waitFor()

  await text(page).fill('Hello from Ann')
  const alert = page.getByRole('alert').filter({ hasText: 'This draft was changed elsewhere' })
  await alert.waitFor()
  await pageChecks(page)
  await alert.getByRole('button', { name: 'Keep mine as a new draft' }).click()
  await alert.waitFor({ state: 'hidden' })
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('link', { name: 'Hello from Ann' }).waitFor()
  await page.getByRole('link', { name: 'Hello from Bob' }).waitFor()
  await page.getByRole('button', { name: 'Delete Hello from Bob' }).click()
  await page.getByRole('dialog').getByText('does not come back').waitFor()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('link', { name: 'Hello from Bob' }).waitFor({ state: 'hidden' })
})

test('a session that ends while a text is written says so, and nothing of the text is lost', async () => {
  const { page, person, api } = await openDashboard({ path: 'compose' })
  await write(page, 'See you on')
  await page.waitForURL(/draft=drf_/)
  const { pathname } = new URL(page.url())
  expect((await api('DELETE', '/session')).status).toBe(204)
  await text(page).fill('See you on Sunday')
  await page.getByText('Your session has ended. Sign in again to go on.').waitFor()
  await pageChecks(page)
  await page.getByLabel('E-mail').fill(person!.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await text(page).and(page.locator(':text("See you on Sunday")')).waitFor()
  expect(new URL(page.url()).pathname).toBe(pathname)
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await page.evaluate(`Object.keys(sessionStorage).filter((key) => key.includes('unsaved'))`)).toEqual([])
})

test('a double click on Send sends once, undoing goes back to the draft, and then it is sent for good', async () => {
  const { page, api, goto } = await openDashboard({ path: 'compose' })
  await write(page, 'Market on Sunday')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('You have 10 seconds to undo').waitFor()
  await pageChecks(page)
  const before = ((await api('GET', 'messaging/broadcasts')).body['results'] as unknown[]).length
  await page.getByRole('button', { name: /^Send to 2 people/ }).dblclick()
  await page.getByRole('button', { name: /Undo/ }).click()
  await text(page).and(page.locator(':text("Market on Sunday")')).waitFor()
  expect(((await api('GET', 'messaging/broadcasts')).body['results'] as unknown[]).length).toBe(before + 1)

  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: /^Send to 2 people/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Market on Sunday' }).waitFor()
  await goto('drafts')
  await page.getByRole('heading', { name: 'No drafts' }).waitFor()
})

test('the very character that makes a text longer is shown, and can be replaced', async () => {
  const { page } = await openDashboard({ path: 'compose' })
  await text(page).fill('It’s Sunday')
  await page.getByText('’').first().waitFor()
  await page.getByRole('button', { name: 'Use plain characters' }).click()
  expect(await text(page).inputValue()).toBe("It's Sunday")
})
