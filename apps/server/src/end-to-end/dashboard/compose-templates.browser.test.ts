import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

const SPANISH_SPEAKER = '+12025550123'

/** The demo account, with a template in two languages of which one member of the group VIP has the second. */
async function withTemplate() {
  const dashboard = await openDashboard()
  const { api } = dashboard
  const field = 'contact_custom_field_5'
  const variants = { Spanish: { body: 'Hola {{contact_first_name}}' } }
  const template = { name: 'Welcome', body: 'Hello {{contact_first_name}}' }
  const options = ['English', 'Spanish']
  const calls = [
    await api('POST', 'custom-fields', { key: field, label: 'Language', type: 'SINGLE_SELECT', options }),
    await api('PATCH', `contacts/by-phone/${SPANISH_SPEAKER}`, { customFields: { Language: 'Spanish' } }),
    await api('POST', 'templates', { ...template, language: { field, default: 'English', variants } }),
  ]
  expect(calls.map(({ status }) => status)).toEqual([201, 200, 201])
  return { ...dashboard, id: calls[2]!.body['id'] as string }
}

async function chooseGroup(page: Page) {
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: /VIP/ }).click()
  await page.keyboard.press('Escape')
}

test('a template is found by its name, shown in each language, kept as a draft and sent', async () => {
  const { page, goto, api, id } = await withTemplate()
  await goto('compose')
  await chooseGroup(page)
  await page.getByText('Template', { exact: true }).click()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('alert').filter({ hasText: 'Choose a template.' }).waitFor()
  await page.getByRole('combobox', { name: 'Template' }).fill('welc')
  await page.getByRole('option', { name: 'Welcome' }).click()
  await page.getByText('1 in English and 1 in Spanish').waitFor()
  const phone = page.getByRole('group', { name: 'Preview on a phone' })
  await page.getByLabel('Shown in', { exact: true }).selectOption('Spanish')
  await phone.getByText(/^Hola \S/).waitFor()
  await pageChecks(page)
  await page.getByLabel('Shown in', { exact: true }).selectOption('English')
  await phone.getByText(/^Hello \S/).waitFor()
  await page.waitForURL(/draft=drf_/)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('Version 1, in English and Spanish').waitFor()
  await goto('drafts')
  await pageChecks(page)
  await page.getByRole('link', { name: 'Template Welcome' }).click()
  await page.getByText('Version 1, in English and Spanish').waitFor()

  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('You have 10 seconds to undo').waitFor()
  await page.getByRole('button', { name: 'Do this by the API' }).click()
  await page.getByRole('dialog').getByText(`"template":{"id":"${id}"}`).waitFor()
  await pageChecks(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Send to 2 people/ }).click()
  await page.getByText('Welcome, version 1').waitFor()
  const [newest] = (await api('GET', 'messaging/broadcasts')).body['results'] as { template: object }[]
  expect(newest!.template).toEqual({ id, version: 1 })
})

test('a template begins a message, which is scheduled, and the schedule keeps the template when its time changes', async () => {
  const { page, goto, api, id } = await withTemplate()
  await goto(`templates/${id}`)
  await pageChecks(page)
  await page.getByRole('link', { name: 'Use in a message' }).click()
  await page.getByText('Version 1, in English and Spanish').waitFor()
  await chooseGroup(page)
  await page.getByText('At a time', { exact: true }).click()
  await page.getByLabel('Date and time').fill('2031-03-03T09:00')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Schedule it' }).click()
  await page.getByRole('link', { name: 'Open the schedule' }).click()
  await page.getByRole('link', { name: 'Welcome' }).waitFor()
  const schedule = new URL(page.url()).pathname.split('/').at(-1)!
  const read = async () => (await api('GET', `messaging/broadcast/schedules/${schedule}`)).body
  expect(await read()).toMatchObject({ template: { id }, schedule: { at: '2031-03-03T09:00:00' } })

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByText('Version 1, in English and Spanish').waitFor()
  await pageChecks(page)
  await page.getByLabel('Date and time').fill('2031-03-04T09:00')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('link', { name: 'Welcome' }).waitFor()
  expect(await read()).toMatchObject({ template: { id }, schedule: { at: '2031-03-04T09:00:00' } })

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByText('Write', { exact: true }).click()
  await page.getByLabel('Text', { exact: true }).fill('Hello there')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hello there' }).waitFor()
  expect(await read()).toMatchObject({ body: 'Hello there' })
  expect(await read()).not.toHaveProperty('template')
})
