import { expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

const ROWS = 5_000

/** The numbers of 25 rows and the addresses of 15 others are bad. */
function bigFile(): string {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const number = n % 200 === 7 ? 'none' : `(303) 555-${String(n).padStart(4, '0')}`
    const email = n % 333 === 12 ? 'none' : `p${n}@example.com`
    return `${number};Pérson ${n};${email};x`
  })
  return ['Mobile phone;Given name;E-mail;Notes', ...rows].join('\r\n')
}

const choose = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

test('5,000 contacts are imported, 40 rows are rejected by kind and downloaded, and the import is listed', async () => {
  const { page, api } = await openDashboard({ path: 'imports', role: 'editor' })
  await page.getByText('No file was imported yet.').waitFor()
  await pageChecks(page)
  await choose(page, 'crm.csv', Buffer.from(bigFile(), 'latin1'))
  await page.getByRole('heading', { level: 1, name: 'crm.csv' }).waitFor()
  const preview = page.getByRole('region', { name: 'The first rows' })
  await preview.getByText('Pérson 0', { exact: true }).waitFor()
  await preview.getByText('+13035550000').or(preview.getByText('+1 303-555-0000')).first().waitFor()
  expect(await preview.getByRole('row').count()).toBe(21)
  expect(await preview.getByRole('row').nth(8).textContent()).toMatch(/^9Rejected/)
  await pageChecks(page)

  await page.getByRole('combobox', { name: 'Column E-mail contains' }).click()
  await page.getByRole('option', { name: 'Leave out' }).click()
  await preview.getByRole('columnheader', { name: 'E-mail' }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Column E-mail contains' }).click()
  await page.getByRole('option', { name: 'E-mail' }).click()
  await preview.getByRole('columnheader', { name: 'E-mail' }).waitFor()

  await page.getByRole('button', { name: 'Check all rows first' }).click()
  await page.getByText('All rows are checked: 40 will be rejected.').waitFor()
  await page.getByRole('heading', { name: '40 rows will be rejected' }).waitFor()
  await page.getByText('Phone number not valid (25)').waitFor()
  await page.getByText('E-mail not valid (15)').click()
  const rejected = page.getByRole('region', { name: 'Rejected rows' })
  await rejected.getByRole('row', { name: /^14 none/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('class')).toBe('email:invalid')

  await page.getByRole('combobox', { name: 'Groups that the contacts join' }).click()
  await page.getByRole('option', { name: 'Newsletter' }).click()
  await page.keyboard.press('Escape')
  await page.locator('button[aria-disabled="true"]', { hasText: 'Import 4,960 rows' }).waitFor()
  await page.getByRole('checkbox', { name: 'These people have agreed' }).check()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Import 4,960 rows' }).dblclick()
  await page.getByRole('heading', { name: 'The file was imported' }).waitFor()
  const facts = page.locator('dl')
  expect((await facts.textContent())?.replaceAll(/\s/g, '')).toBe(
    'Created4,960Changed0Asbefore0Joinedagroup4,960Rejected40',
  )
  await pageChecks(page)

  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rejected rows' }).click()
  await page.getByRole('menuitem', { name: 'For importing again' }).click()
  const lines = (await readFile(await (await arriving).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(41)
  expect(lines[0]).toBe('Mobile phone,Given name,E-mail,Notes,Row,Reason')
  expect(lines[1]).toMatch(/^none,Pérson 7,p7@example.com,x,9,/)

  await page.getByRole('link', { name: 'All imports' }).click()
  await page
    .getByRole('table', { name: 'Past imports' })
    .getByRole('row', { name: /crm\.csv.*Completed.*4,960.*40/ })
    .waitFor()
  await pageChecks(page)
  const found = await api('GET', 'contacts/by-phone/%2B13035554999')
  expect(found.body).toMatchObject({ firstName: 'Pérson 4999', email: 'p4999@example.com' })
})

test('what is no contact file says why, an import can be canceled, and viewers only look', async () => {
  const { page, open } = await openDashboard({ path: 'imports', role: 'editor' })
  const refused = page.getByRole('alert')
  for (const [name, content, reason] of [
    ['empty.csv', '', 'is empty'],
    ['header.csv', 'phone\n', 'has no rows after the header'],
    ['table.xlsx', 'PK\u0003\u0004\u0000\u0000\u0008', 'is not a text file: export the table as CSV'],
    ['long.csv', `${'a'.repeat(20_000)}\n1`, 'has no readable header'],
  ] as const) {
    await choose(page, name, content)
    await refused.getByText(reason).waitFor()
  }
  await pageChecks(page)

  await choose(page, 'مرحبا 🎉 <b>.csv', 'phone\n+12025550125\n')
  await page.getByRole('heading', { level: 1, name: 'مرحبا 🎉 <b>.csv' }).waitFor()
  const viewer = await open({ role: 'viewer', path: 'imports' })
  await viewer.page.getByRole('link', { name: 'مرحبا 🎉 <b>.csv' }).click()
  await viewer.page.locator('button[aria-disabled="true"]', { hasText: 'Start import' }).waitFor()
  await pageChecks(viewer.page)

  await page.getByRole('button', { name: 'Cancel import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this import?' })
  await dialog.waitFor()
  await pageChecks(page)
  await dialog.getByRole('button', { name: 'Cancel import' }).click()
  await page.getByRole('heading', { name: 'The import was canceled' }).waitFor()
  await viewer.page.getByRole('heading', { name: 'The import was canceled' }).waitFor()
})
