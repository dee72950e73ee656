import { expect, test } from '@jest/globals'
import { DEMO_SENDER } from '../../start/demo/demo-account.js'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

const ANN = '+12025550123'

test('contacts are found by name, number, group and consent, and the address shows what was asked', async () => {
  const { page, goto } = await openDashboard({ path: 'contacts' })
  const table = page.getByRole('table', { name: 'Contacts' })
  await table.getByRole('link', { name: 'Ann Archer' }).waitFor()
  await pageChecks(page)
  const search = page.getByRole('textbox', { name: 'Search contacts' }).or(page.getByRole('searchbox'))
  await search.fill('0123')
  await page.waitForURL(/q=/)
  await table.getByRole('link', { name: 'Ann Archer' }).waitFor()
  await page.getByRole('combobox', { name: 'Consent' }).click()
  await page.getByRole('option', { name: 'Opted out' }).click()
  await page.getByRole('heading', { name: 'No contact matches' }).waitFor()
  await pageChecks(page)
  await page.goBack()
  await table.getByRole('link', { name: 'Ann Archer' }).waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.waitForURL((url) => url.search === '')
  expect(await search.inputValue()).toBe('')
  await goto('contacts?q=archer')
  expect(await search.inputValue()).toBe('archer')
  await page.getByText('1 contact', { exact: true }).waitFor()
  await table.getByRole('link', { name: 'Ann Archer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ann Archer' }).waitFor()
})

test('a contact is created after a wrong number, changed, and added to a group and removed', async () => {
  const { page } = await openDashboard({ path: 'contacts' })
  await page.getByRole('button', { name: 'New contact' }).click()
  const form = page.getByRole('dialog', { name: 'New contact' })
  await form.getByLabel('Phone number').fill('202 555')
  await form.getByRole('button', { name: 'Add contact' }).click()
  await form.getByText('Write the number with + and the country code').waitFor()
  await pageChecks(page)
  await form.getByLabel('Phone number').fill('+1 (202) 555-0166')
  await form.getByLabel('First name').fill('Eve 🎉')
  await form.getByLabel('E-mail').fill('not an address')
  await form.getByRole('button', { name: 'Add contact' }).click()
  await form.getByText('This must be an email address').waitFor()
  await form.getByLabel('E-mail').fill('eve@example.com')
  await form.getByRole('button', { name: 'Add contact' }).dblclick()
  await page.getByRole('heading', { level: 1, name: 'Eve 🎉' }).waitFor()
  await page.getByText('In no group, so this contact cannot be texted.').waitFor()

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Change contact' })
  await edit.getByLabel('Last name').fill('מרים בת־חיים')
  await edit.getByLabel('Visits').fill('many')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await edit.getByRole('alert').waitFor()
  await edit.getByLabel('Visits').fill('7')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'מרים' }).waitFor()
  await edit.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Add to a group' }).click()
  const join = page.getByRole('dialog', { name: 'Add to a group' })
  await join.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'Newsletter' }).click()
  await pageChecks(page)
  await join.getByRole('radio', { name: 'Join at once' }).check()
  await join.getByRole('button', { name: 'Add to group' }).click()
  await page.getByText('Joined Newsletter').waitFor()
  await page.getByText('Can be texted.').waitFor()
  await page.getByRole('button', { name: 'Remove from Newsletter' }).click()
  await page.getByText('It is the last group of this contact').waitFor()
  await page.getByRole('button', { name: 'Remove from group' }).click()
  await page.getByText('Left Newsletter').waitFor()
})

test('the gate explains why somebody who sent STOP does not join', async () => {
  const { page, url, goto } = await openDashboard()
  await fetch(`${url}/sim/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: ANN, to: DEMO_SENDER, body: 'STOP' }),
  })
  await goto(`contacts/${ANN}`)
  await page.getByText('Opted out', { exact: true }).waitFor()
  await page.getByText('Opted out of all texts', { exact: true }).waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Add to a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a group' })
  await dialog.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'VIP' }).click()
  await dialog.getByRole('button', { name: 'Send the question' }).click()
  await dialog.getByRole('alert').getByText('The contact did not join').waitFor()
  await dialog.getByText('Nobody else can undo an opt-out.').waitFor()
  await pageChecks(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add to a group' }).and(page.locator(':focus')).waitFor()
})

test('an erasure needs the number typed again, and says that it cannot be undone', async () => {
  const { page } = await openDashboard({ path: `contacts/${ANN}` })
  await page.getByRole('button', { name: 'Erase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase this contact?' })
  await dialog.getByText('cannot be undone').waitFor()
  await pageChecks(page)
  const erase = dialog.getByRole('button', { name: 'Erase contact' })
  await dialog.getByRole('textbox').fill('+1202555012')
  expect(await erase.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill(ANN)
  await erase.click()
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'No such contact' }).waitFor()
  await pageChecks(page)
})

test('a viewer reads everything and learns why nothing can be changed', async () => {
  const { page } = await openDashboard({ path: `contacts/${ANN}`, role: 'viewer' })
  for (const name of ['Erase', 'Change', 'Add to a group']) {
    const button = page.getByRole('button', { name, exact: true })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.focus()
    await page.getByRole('tooltip').last().waitFor()
    await button.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  await pageChecks(page)
})

test('every group can be chosen, however many there are', async () => {
  const { page, api, goto } = await openDashboard({ path: 'contacts' })
  const names = Array.from({ length: 101 }, (_, i) => `Club ${i}`)
  for (const name of names) expect((await api('POST', 'groups', { name })).status).toBe(201)
  await goto('contacts')
  const groups = page.getByRole('combobox', { name: 'Group', exact: true })
  for (const name of [names[0]!, names.at(-1)!]) {
    await groups.fill(name)
    await page.getByRole('option', { name, exact: true }).waitFor()
  }
})
