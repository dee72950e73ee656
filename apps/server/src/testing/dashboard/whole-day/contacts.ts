import { expect } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { BAD, contactsFile } from './contacts-file.js'
import { open, type Person } from './person.js'

/** A field of contacts that is a number. */
export async function createNumberField(person: Person, name: string): Promise<void> {
  const { page } = person
  await open(person, 'Fields')
  await page.getByRole('button', { name: 'New field' }).click()
  const form = page.getByRole('dialog', { name: 'New field' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Number' }).click()
  await form.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('table', { name: 'Fields' }).getByText(name).waitFor()
}

/** A group that people join at once. */
export async function createGroup(person: Person, name: string): Promise<void> {
  const { page } = person
  await open(person, 'Groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const form = page.getByRole('dialog', { name: 'New group' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('radio', { name: 'At once' }).check()
  await form.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Imports the 5,000 rows into the group, and looks at each kind of the 40 bad ones. */
export async function importContacts(person: Person, group: string): Promise<void> {
  const { page } = person
  await open(person, 'Import')
  const buffer = Buffer.from(contactsFile())
  await page.getByLabel('CSV file').setInputFiles({ name: 'regulars.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('heading', { level: 1, name: 'regulars.csv' }).waitFor()
  await page.getByText('5,000 rows, uploaded').waitFor()
  await page.getByRole('button', { name: 'Check all rows first' }).click()
  await page.getByText('All rows are checked: 40 will be rejected.').waitFor()
  const rejected = page.getByRole('region', { name: 'Rejected rows' })
  for (const [label, rows] of [
    ['Phone number not valid (20)', BAD.phone],
    ['E-mail not valid (10)', BAD.email],
    ['Shoe size not valid (10)', BAD.size],
  ] as const) {
    await page.getByText(label).click()
    await rejected.getByRole('cell', { name: String(rows[0]), exact: true }).waitFor()
    expect([label, await rowNumbersIn(rejected)]).toEqual([label, rows.slice(0, 20)])
  }

  await page.getByRole('combobox', { name: 'Groups that the contacts join' }).click()
  await page.getByRole('option', { name: group }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'These people have agreed' }).check()
  await page.getByRole('button', { name: 'Import 4,960 rows' }).click()
  await page.getByRole('heading', { name: 'The file was imported' }).waitFor()
  expect((await page.locator('dl').textContent())?.replaceAll(/\s/g, '')).toBe(
    'Created4,960Changed0Asbefore0Joinedagroup4,960Rejected40',
  )
  expect(await downloadedRows(person)).toEqual([...BAD.phone, ...BAD.email, ...BAD.size].sort((a, b) => a - b))
}

async function rowNumbersIn(table: Locator): Promise<readonly number[]> {
  const cells = await table.locator('tbody td:first-child').allTextContents()
  return cells.map(Number)
}

/** The row numbers in the file of the rejected rows. */
async function downloadedRows({ page }: Person): Promise<readonly number[]> {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rejected rows' }).click()
  await page.getByRole('menuitem', { name: 'For importing again' }).click()
  const [header, ...lines] = (await readFile(await (await arriving).path(), 'utf8')).trimEnd().split('\r\n')
  expect(header).toBe('Mobile phone,Given name,E-mail,Shoe size,Row,Reason')
  return lines.map((line) => Number(line.split(',')[4]))
}

/** How many people the list of groups says that the group has. */
export async function expectMembers(person: Person, group: string, count: string): Promise<void> {
  await open(person, 'Groups')
  await person.page.getByRole('row', { name: new RegExp(`^${group}.* ${count}`) }).waitFor()
}
