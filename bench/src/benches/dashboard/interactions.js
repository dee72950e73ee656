import { GROUP } from './open-dashboard.js'

/**
 * What an interaction opens, or uses right after another one, is found by attributes, not by role: to compute the roles and
 * names of a page takes the page as long as to draw a dialog, and would be measured.
 */
const DIALOG = '[role=dialog]'
const MENU = '[role=menu]'

const typeInto = async (page, field, text) => {
  await field.click()
  await page.keyboard.type(text, { delay: 60 })
}
const button = (page, name) => page.getByRole('button', { name })
const choose = async (page, list, option) => {
  await page.getByRole('combobox', { name: list }).click()
  await page.locator('[role=option]:visible').filter({ hasText: option }).first().click()
}
const closeDialog = async (page) => {
  await page.locator(DIALOG).waitFor()
  await page.keyboard.press('Escape')
  await page.locator(DIALOG).waitFor({ state: 'hidden' })
}
/** The input of a segmented control is hidden below its label. */
const segment = (page, name) => page.locator('label').filter({ hasText: name }).first().click()

/** What a person does on a page, by its name. `on` is the page that is open. */
export const INTERACTIONS = {
  'typing in the search of contacts': {
    on: 'contacts',
    act: (page) => typeInto(page, page.getByLabel('Search contacts'), 'ann archer'),
  },
  'filtering contacts by consent': { on: 'contacts', act: (page) => choose(page, 'Consent', 'Opted in') },
  'filtering contacts by group': { on: 'contacts', act: (page) => choose(page, 'Group', GROUP) },
  'opening a contact': {
    on: 'contacts',
    async act(page) {
      await page.getByRole('table', { name: 'Contacts' }).getByRole('link').first().click()
      await page.waitForURL(/contacts\/./)
    },
  },
  'the dialog of a new contact': {
    on: 'contacts',
    async act(page) {
      await button(page, 'New contact').click()
      await closeDialog(page)
    },
  },
  'the dialog of a new group': {
    on: 'groups',
    async act(page) {
      await button(page, 'New group').click()
      await closeDialog(page)
    },
  },
  'switching the state of broadcasts': {
    on: 'broadcasts',
    async act(page) {
      await segment(page.getByRole('radiogroup', { name: 'State' }), 'Completed')
      await segment(page.getByRole('radiogroup', { name: 'State' }), 'All')
    },
  },
  'switching the days of the overview': {
    on: 'overview',
    async act(page) {
      await segment(page, '90 days')
      await page.waitForTimeout(300)
      await segment(page, '7 days')
    },
  },
  'switching to the calendar': {
    on: 'schedules',
    async act(page) {
      await segment(page, 'Calendar')
      await page.waitForURL(/view=calendar/)
    },
  },
  'opening a conversation': {
    on: 'inbox',
    act: (page) => page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click(),
  },
  'typing a reply': {
    on: 'one conversation',
    act: (page) => typeInto(page, page.getByLabel('Your reply'), 'See you on Sunday, then!'),
  },
  'composing a text': {
    on: 'compose',
    act: (page) => typeInto(page, page.getByLabel('Text', { exact: true }), 'Market on Sunday, from 10 to 4'),
  },
  'inserting a field': {
    on: 'compose',
    async act(page) {
      await button(page, 'Insert field').click()
      await page.locator(`${MENU} [role=menuitem]`).filter({ hasText: 'First name' }).click()
    },
  },
  'choosing a group to write to': {
    on: 'compose',
    async act(page) {
      await page.getByRole('combobox', { name: 'Groups' }).click()
      await page.locator('[role=option]:visible').filter({ hasText: GROUP }).click()
    },
  },
  'opening the own menu': {
    on: 'overview',
    async act(page) {
      await page.locator('button[aria-label^="Your menu"]').click()
      await page.locator(MENU).waitFor()
      await page.keyboard.press('Escape')
    },
  },
  'finding a page or a contact': {
    on: 'overview',
    async act(page) {
      await page.keyboard.press('Control+k')
      await typeInto(page, page.locator('input[aria-label=Find]'), 'ann')
      await page.keyboard.press('Escape')
    },
  },
  'changing a setting': {
    on: 'settings',
    act: (page) => typeInto(page, page.getByLabel('Reply to HELP'), ' Call us.'),
  },
}
