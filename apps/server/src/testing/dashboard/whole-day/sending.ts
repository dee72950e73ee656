import { expect } from '@jest/globals'
import type { Locator } from 'playwright-core'
import { open, type Person } from './person.js'

export async function grantCredits(owner: Person, amount: number): Promise<void> {
  const { page } = owner
  await open(owner, 'Credits')
  await page.getByRole('button', { name: 'Grant credits' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant credits' })
  await dialog.getByLabel('SMS credits').fill(String(amount))
  await dialog.getByRole('button', { name: 'Grant credits' }).click()
  await page.getByRole('row', { name: new RegExp(`Grant.*${amount.toLocaleString('en')} SMS`) }).waitFor()
}

export async function registerLink(person: Person, link: string, target: string): Promise<void> {
  const { page } = person
  await open(person, 'Links')
  await page.getByRole('button', { name: 'New link' }).click()
  const form = page.getByRole('dialog', { name: 'New link' })
  await form.getByRole('textbox', { name: 'Link' }).fill(link)
  await form.getByLabel('Leads to').fill(target)
  await form.getByRole('button', { name: 'Register link' }).click()
  await page.getByRole('link', { name: link }).waitFor()
}

export const textOf = ({ page }: Person): Locator => page.getByLabel('Text', { exact: true })

/** Begins a text to the group. */
export async function compose(person: Person, group: RegExp, words: string): Promise<void> {
  await open(person, 'Compose')
  await chooseGroup(person, group)
  await textOf(person).fill(words)
}

export async function chooseGroup({ page }: Person, group: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: group }).click()
  await page.keyboard.press('Escape')
}

/** Puts what the menu offers where the caret is, and goes on typing. */
export async function insert({ page }: Person, menu: string, item: RegExp | string, then = ''): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.keyboard.type(then)
}

/** Sends the text to the phone of whoever composes it. */
export async function sendTest({ page }: Person, phone: string): Promise<void> {
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a test to yourself' })
  await dialog.getByLabel('Your number').fill(phone)
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('The test is on its way.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
}

/** Presses Send, which can be undone for ten seconds. */
export async function send({ page }: Person, people: string): Promise<void> {
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText(`${people} of ${people} people get it`).waitFor()
  await page.getByRole('button', { name: `Send to ${people} people` }).click()
  await page.getByText('Nothing has left yet').waitFor()
}

/** Stays on the page of the broadcast until everybody got it. */
export async function watch({ page }: Person, people: string): Promise<void> {
  await page.getByText('Nothing has left yet').waitFor({ state: 'hidden' })
  await page.getByText(`${people} of ${people} done (100%)`).waitFor()
  await page.getByText('Completed', { exact: true }).first().waitFor()
}

/** The boxes of the broadcast that count people: `{ Sent: '4,960', Failed: '0' }`. */
export async function expectOutcomes({ page }: Person, outcomes: Readonly<Record<string, string>>): Promise<void> {
  const region = page.getByRole('region', { name: 'Outcomes' })
  for (const [label, count] of Object.entries(outcomes)) {
    const number = region.getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]')
    await number.filter({ hasText: new RegExp(`^${count}$`) }).waitFor()
  }
}

/** Takes back what was sent in its hold: the text is in the composer again. */
export async function undoSending(person: Person, words: string): Promise<void> {
  await person.page.getByRole('button', { name: 'Undo sending' }).click()
  await person.page.getByRole('heading', { level: 1, name: 'Compose' }).waitFor()
  expect(await textOf(person).inputValue()).toBe(words)
}
