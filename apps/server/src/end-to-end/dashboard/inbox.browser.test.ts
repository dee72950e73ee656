import { expect, test } from '@jest/globals'
import { DEMO_SENDER } from '../../start/demo/demo-account.js'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

const ANN = '+12025550123'

async function typeOnPhone(url: string, body: string, from = ANN) {
  const sent = await fetch(`${url}/sim/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to: DEMO_SENDER, body }),
  })
  expect(sent.ok).toBe(true)
}

test('a text typed on a phone appears by itself, is read, answered, and the answer reaches the phone', async () => {
  const { page, url } = await openDashboard({ path: 'inbox' })
  await typeOnPhone(url, 'Are you open on Sunday? 🎂')
  const entry = page.getByRole('link', { name: /Ann Archer/ })
  await entry.waitFor()
  await entry.getByLabel(/unread/).waitFor()
  await entry.click()
  const thread = page.getByRole('region', { name: /Conversation with Ann Archer/ })
  await thread.getByText('Are you open on Sunday? 🎂').waitFor()
  await entry.getByLabel(/unread/).waitFor({ state: 'hidden' })
  await pageChecks(page)
  const reply = thread.getByRole('form', { name: 'Reply' })
  await reply.getByLabel('Your reply').fill('Yes, from ten.')
  await reply.getByRole('button', { name: 'Send reply' }).dblclick()
  await thread.getByRole('list', { name: 'Texts' }).getByText('Yes, from ten.').waitFor()
  // Both clicks have been answered.
  await reply.locator('button[data-loading]').waitFor({ state: 'detached' })
  const { results } = (await (await fetch(`${url}/sim/messages?limit=1000`)).json()) as { results: { body: string }[] }
  expect(results.filter(({ body }) => body === 'Yes, from ten.')).toHaveLength(1)
})

test('somebody who texts STOP meanwhile cannot be answered any more, and the page says why', async () => {
  const { page, url } = await openDashboard({ path: 'inbox' })
  await typeOnPhone(url, 'Hello')
  await page.getByRole('link', { name: /Ann Archer/ }).click()
  await page.getByLabel('Your reply').fill('Hello Ann')
  await typeOnPhone(url, 'STOP')
  await page.getByText('You cannot reply').waitFor()
  await page.getByText('Opted out. Only this contact can opt in again').waitFor()
  expect(await page.getByRole('button', { name: 'Send reply' }).count()).toBe(0)
  await page.getByText('by opting out').first().waitFor()
  await pageChecks(page)
})

test('colleagues note what happened, take conversations, and close them until the next text', async () => {
  const { page, url } = await openDashboard({ path: 'inbox', role: 'editor', name: 'Ed' })
  await typeOnPhone(url, 'My order is late')
  await page.getByRole('link', { name: /Ann Archer/ }).click()
  await page.getByText('Note for colleagues').click()
  await page.getByLabel('Your note').fill('Order 17, sent today')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Order 17, sent today').waitFor()
  await page.getByRole('combobox', { name: 'Who takes care of it' }).click()
  await page.getByRole('option', { name: 'Ed (you)' }).click()
  await page.getByText('Ed takes care of it').waitFor()
  await page.getByText('Mine', { exact: true }).click()
  await page.getByRole('link', { name: /Ann Archer/ }).waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Remove note' }).click()
  await page.getByRole('dialog').getByText('It cannot be restored.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove note' }).click()
  await page.getByText('Order 17, sent today').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Close conversation' }).click()
  await page.getByRole('button', { name: 'Open again' }).waitFor()
  await page.getByText('No open conversation is yours').waitFor()
  await typeOnPhone(url, 'Thank you')
  await page.getByRole('button', { name: 'Close conversation' }).waitFor()
})

test('a person is found by name, and a number without conversation says so', async () => {
  const { page, url } = await openDashboard({ path: 'inbox' })
  await typeOnPhone(url, 'Hello')
  await page.getByRole('link', { name: /Ann Archer/ }).waitFor()
  const search = page.getByRole('combobox', { name: 'Find a person' })
  await search.fill('archer')
  await page.getByRole('option', { name: /Ann Archer/ }).click()
  await page.waitForURL(/phone=/)
  await page.getByRole('link', { name: /Ann Archer/ }).waitFor()
  await search.fill('+1 (202) 555-0166')
  await search.press('Enter')
  await page.getByText('No conversation with this number').waitFor()
  await pageChecks(page)
  await search.fill('Zzyzx')
  await page.getByText('No contact has this in a name, number or field').waitFor()
})

test('a viewer reads conversations, and learns why nothing can be written', async () => {
  const { page, url } = await openDashboard({ path: 'inbox', role: 'viewer' })
  await typeOnPhone(url, 'Hello')
  const entry = page.getByRole('link', { name: /Ann Archer/ })
  await entry.click()
  await page.getByRole('list', { name: 'Texts' }).getByText('Hello').waitFor()
  expect(await page.getByRole('button', { name: 'Send reply' }).getAttribute('aria-disabled')).toBe('true')
  expect(await page.getByRole('combobox', { name: 'Who takes care of it' }).isDisabled()).toBe(true)
  await entry.getByLabel(/unread/).waitFor()
})
