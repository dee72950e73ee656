import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

type Dashboard = Awaited<ReturnType<typeof openDashboard>>

const fieldOf = (page: Page, place: string) =>
  page.getByRole('combobox', { name: `Field of condition ${place}`, exact: true })

async function choose(page: Page, place: string, field: string) {
  await fieldOf(page, place).click()
  await page.getByRole('option', { name: field, exact: true }).click()
}

async function segment({ api }: Pick<Dashboard, 'api'>, name: string, contact: object): Promise<string> {
  const made = await api('POST', 'segments', { name, filter: { contact } })
  expect(made.status).toBe(201)
  return made.body['id'] as string
}

/** The filter of the only segment, as the service has it. */
async function filterOf({ api }: Pick<Dashboard, 'api'>): Promise<unknown> {
  const [first] = (await api('GET', 'segments')).body['results'] as { filter: unknown }[]
  return first?.filter
}

test('a segment is built from rows and groups of rows with its count, and changed', async () => {
  const dashboard = await openDashboard({ path: 'segments' })
  const { page, goto } = dashboard
  await page.getByRole('heading', { name: 'No segments yet' }).waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Create the first segment' }).click()
  await page.getByRole('heading', { level: 1, name: 'New segment' }).waitFor()
  await page.getByRole('button', { name: 'Create segment' }).click()
  await page.getByText('Give the segment a name.').waitFor()
  await page.getByText('Choose what the condition is about.').waitFor()
  await pageChecks(page)

  await page.getByRole('textbox', { name: 'Name' }).fill('Music lovers')
  await choose(page, '1', 'Groups')
  await page.getByRole('combobox', { name: 'Value of condition 1', exact: true }).click()
  await pageChecks(page)
  await page.getByRole('option', { name: 'VIP' }).click()
  await page.keyboard.press('Escape')
  await page.getByText(/2 contacts, 2 may be texted/).waitFor()
  await page.getByRole('button', { name: 'Only if joined at a time, condition 1' }).click()
  await page.getByRole('button', { name: 'Add group to the filter' }).click()
  await choose(page, '2.1', 'Interests')
  await page.getByRole('combobox', { name: 'Value of condition 2.1', exact: true }).click()
  await page.getByRole('option', { name: 'Music' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add condition to group 2' }).click()
  await choose(page, '2.2', 'Birth date')
  await page.getByRole('status').filter({ hasText: 'may be texted' }).waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Create segment' }).click()
  await page.getByRole('heading', { level: 1, name: 'Music lovers' }).waitFor()
  const joined = { joinedAt: { within: '30d' } }
  expect(await filterOf(dashboard)).toMatchObject({
    contact: {
      all: [
        { groups: joined },
        {
          any: [{ customFields: { contact_custom_field_4: { in: ['Music'] } } }, { birthDate: { monthDay: 'today' } }],
        },
      ],
    },
  })

  await page.getByRole('combobox', { name: 'Which conditions of group 2 must hold' }).selectOption('none')
  await page.getByRole('button', { name: 'Remove condition 2.1' }).click()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Add condition')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The segment was changed.').waitFor()
  expect(await filterOf(dashboard)).toMatchObject({
    contact: { all: [{ groups: joined }, { not: { birthDate: { monthDay: 'today' } } }] },
  })

  await goto('segments?name=music')
  await page
    .getByText('Is a member of VIP, joined in the last 30 days, and not (birth date has its day today)')
    .waitFor()
  await page.getByRole('button', { name: 'Count Music lovers' }).click()
  await page.getByText(/contacts, \d may be texted/).waitFor()
  await pageChecks(page)
  await goto('segments?name=nothing')
  await page.getByRole('heading', { name: 'No segment matches' }).waitFor()
})

test('what the service refuses stands beside its row, and what holds for nobody is a warning', async () => {
  const dashboard = await openDashboard()
  const { page, goto } = dashboard
  const id = await segment(dashboard, 'Odd', {
    birthDate: { in: ['1990-12-31'] },
    customFields: { contact_custom_field_7: { eq: 'x' } },
  })
  await goto(`segments/${id}`)
  const row = (place: string) => page.getByRole('group', { name: `Condition ${place}`, exact: true })
  await row('2').getByText('This holds for nobody, because the account has no active custom field').waitFor()
  await page.getByText('0 contacts, 0 may be texted').waitFor()
  await page.getByLabel('Value of condition 1').and(page.locator('input')).fill('soon')
  await page.keyboard.press('Enter')
  await row('1').getByText('This must be a date as YYYY-MM-DD').waitFor()
  await page.getByText('Correct the marked conditions to see how many contacts they find.').waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alert').getByText('The segment was not saved').waitFor()
})

test('a segment that another segment and a schedule use is not removed, and both are named with links', async () => {
  const dashboard = await openDashboard()
  const { page, api, goto } = dashboard
  const inner = await segment(dashboard, 'Inner', { isFavorite: { eq: false } })
  const outer = await segment(dashboard, 'Outer', { segments: { ids: { in: [inner] } } })
  const senders = (await api('GET', 'senders')).body['results'] as { number: string }[]
  const made = await api('POST', 'messaging/broadcast/schedules', {
    audience: { filter: { contact: { segments: { ids: { in: [inner] } } } } },
    from: senders[0]!.number,
    body: 'Market on Sunday',
    schedule: { at: '2027-03-07T02:30', timezone: 'America/New_York' },
  })
  const schedule = made.body['id'] as string
  await goto(`segments/${inner}`)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alert').getByText('This segment is in use').waitFor()
  expect(await page.getByRole('button', { name: 'Remove segment' }).count()).toBe(0)
  await page.getByRole('list', { name: 'Segments that use it' }).getByRole('link', { name: 'Outer' }).waitFor()
  const using = page.getByRole('list', { name: 'Schedules that use it' })
  await using.getByRole('link', { name: 'Market on Sunday' }).waitFor()
  await pageChecks(page)
  await using.getByRole('link', { name: 'Market on Sunday' }).click()
  await page.getByText('Is in the segment Inner').waitFor()
  await pageChecks(page)

  await goto(`schedules/${schedule}/change`)
  await page.getByRole('combobox', { name: 'Segment' }).and(page.locator('[value="Inner"]')).waitFor()
  await pageChecks(page)
  await page.getByRole('combobox', { name: 'Segment' }).click()
  await page.getByRole('option', { name: 'Outer' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Is in the segment Outer').waitFor()
  await goto(`schedules/${schedule}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect((await api('DELETE', `messaging/broadcast/schedules/${schedule}`)).status).toBeLessThan(300)

  await goto(`segments/${outer}`)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('The filter is removed, not the contacts').waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Remove segment' }).click()
  await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor()
  await page.getByRole('link', { name: 'Outer' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Inner' }).waitFor()
})

test('a text goes to a segment, and a draft keeps a filter of its own', async () => {
  const dashboard = await openDashboard()
  const { page, goto, api } = dashboard
  const groups = (await api('GET', 'groups')).body['results'] as { id: string; name: string }[]
  const vip = groups.find(({ name }) => name === 'VIP')!.id
  const id = await segment(dashboard, 'Very important', { groups: { ids: { in: [vip] } } })
  await goto(`segments/${id}`)
  await page.getByRole('link', { name: 'Write to them' }).click()
  await page.getByText('Is a member of VIP').waitFor()
  await page.getByLabel('Text', { exact: true }).fill('Hi {{contact_first_name}}')
  await page.getByText('2 of 2 people get it').waitFor()
  await pageChecks(page)

  await page.getByRole('radio', { name: 'A filter for this text only' }).check()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Complete the conditions of the filter.').waitFor()
  await page.getByText('Choose what the condition is about.').waitFor()
  await choose(page, '1', 'First name')
  await page.getByRole('textbox', { name: 'Value of condition 1' }).fill('Ann')
  await page.getByText('1 contact, 1 may be texted').waitFor()
  await page.getByText('1 of 1 person gets it').waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()
  await pageChecks(page)
  await page.reload()
  await page.getByText('1 contact, 1 may be texted').waitFor()
  expect(await page.getByRole('textbox', { name: 'Value of condition 1' }).inputValue()).toBe('Ann')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('First name is “Ann”').waitFor()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hi [first name]' }).waitFor()
})

test('a viewer reads segments and counts them, but changes none', async () => {
  const dashboard = await openDashboard()
  const id = await segment(dashboard, 'Lately', { lastReceivedAt: { within: '30d' } })
  const { page, goto } = await dashboard.open({ role: 'viewer', path: 'segments' })
  await page.getByRole('link', { name: 'Lately' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lately' }).waitFor()
  await page.getByText('Last text from them is in the last 30 days').waitFor()
  await page.getByRole('button', { name: 'Count Lately' }).click()
  await page.getByText('0 contacts, 0 may be texted').waitFor()
  expect(await page.getByRole('button', { name: 'Remove' }).getAttribute('aria-disabled')).toBe('true')
  await pageChecks(page)
  await goto('segments/new')
  await page.getByText('You cannot create segments').waitFor()
  await pageChecks(page)
  await goto(`segments/${id}x`)
  await page.getByRole('heading', { level: 1, name: 'No such segment' }).waitFor()
  await pageChecks(page)
})
