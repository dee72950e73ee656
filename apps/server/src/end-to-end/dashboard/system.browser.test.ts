import type { AccountId, Adapters } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

const PASSWORD = 'a long enough password'

test('an owner invites a user, changes what the user may do, ends a session, and disables the user', async () => {
  const { page, open } = await openDashboard({ path: '/system', name: 'Olga' })
  const users = page.getByRole('table', { name: 'Users of the service' })
  const row = users.getByRole('row').filter({ hasText: 'ann@example.com' })
  await page.getByRole('button', { name: 'Invite a user' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite a user' })
  await invite.getByLabel('E-mail').fill('ann@example.com')
  await invite.getByLabel('Name').fill('Ann Lee')
  await invite.getByRole('button', { name: 'Create invitation' }).click()
  await invite.getByText('Add an account, or make the person an owner.').waitFor()
  await invite.getByRole('button', { name: 'Add a role in Demo' }).click()
  await pageChecks(page)
  await invite.getByRole('button', { name: 'Create invitation' }).click()
  const link = new URL((await invite.locator('pre').textContent())!)
  await pageChecks(page)
  await invite.getByRole('button', { name: 'Done' }).click()
  await row.getByText('viewer in Demo').waitFor()
  await row.getByText('Invited').waitFor()

  const ann = (await open({ role: null, path: link.pathname.replace('/dashboard', '') + link.hash })).page
  await ann.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ann.getByLabel('Password again').fill(PASSWORD)
  await ann.getByRole('button', { name: 'Accept and sign in' }).click()
  await ann.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()

  await page.reload()
  await row.getByRole('button', { name: 'Sessions ann@example.com' }).click()
  const sessions = page.getByRole('dialog', { name: 'Sessions of ann@example.com' })
  await sessions.getByText(/, from 127\.0\.0\.1/).waitFor()
  await pageChecks(page)
  await sessions.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await sessions.getByText('The person is not signed in anywhere.').waitFor()
  await page.keyboard.press('Escape')
  await sessions.waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Sessions ann@example.com')
  await ann.reload()
  await ann.getByRole('heading', { name: /Sign in/ }).waitFor()

  await row.getByRole('button', { name: 'Roles ann@example.com' }).click()
  const roles = page.getByRole('dialog', { name: 'What ann@example.com may do' })
  await roles.getByRole('combobox', { name: 'Demo' }).click()
  await page.getByRole('option', { name: /^Sender/ }).click()
  await pageChecks(page)
  await roles.getByRole('button', { name: 'Save roles' }).click()
  await row.getByText('sender in Demo').waitFor()

  await row.getByRole('button', { name: 'Disable ann@example.com' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable user' }).click()
  await row.getByText('Disabled').waitFor()
  await row.getByRole('button', { name: 'Enable ann@example.com' }).click()
  await row.getByText('Active').waitFor()
  await row.getByRole('button', { name: 'Create reset link ann@example.com' }).click()
  await page.getByRole('status').getByText('Copy the link now').waitFor()
  await pageChecks(page)
})

test('an owner sees what a dead job was to do, and discards it', async () => {
  const { page, account, adapters } = await openDashboard({ path: '/system' })
  const job = await aDeadJob(adapters, account)
  await page.reload()
  const row = page
    .getByRole('table', { name: 'Jobs that failed for good' })
    .getByRole('row')
    .filter({ hasText: 'It broke' })
  await row.getByText('Import contacts').waitFor()
  await row.getByText('after 1 try').waitFor()
  await row.getByRole('button', { name: 'Discard Import contacts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard this job?' })
  await dialog.getByText('its remaining rows are not imported', { exact: false }).waitFor()
  await dialog.getByText('This cannot be undone.', { exact: false }).waitFor()
  await pageChecks(page)
  await dialog.getByRole('button', { name: 'Keep job' }).click()
  await row.getByRole('button', { name: 'Discard Import contacts' }).click()
  await dialog.getByRole('button', { name: 'Discard job' }).click()
  await row.waitFor({ state: 'hidden' })
  await page
    .getByRole('table', { name: 'Audit' })
    .getByRole('row')
    .filter({ hasText: 'Discarded a job' })
    .getByText(job)
    .waitFor()
})

test('the page tells where the data is kept, and since when', async () => {
  const { page } = await openDashboard({ path: '/system', hasHistory: true })
  const database = page.getByRole('region', { name: 'Database' })
  await database.getByText(/^00\d\d-/).waitFor()
  await database.getByText(/^[\d.]+ MB$/).waitFor()
  const valueOf = (name: string) => database.getByText(name).locator('xpath=following-sibling::dd[1]')
  expect(await valueOf('Still to be applied').textContent()).toBe('none')
  await valueOf('Oldest message').locator('time').waitFor()
})

/** Stores a job of an import that nobody knows, as a worker leaves it after the last attempt. */
async function aDeadJob({ unitOfWork, clock, ids }: Adapters, account: AccountId): Promise<string> {
  const [id, now] = [ids.next('job'), clock.now()]
  await unitOfWork.run(async ({ jobs }) => {
    const kind = { kind: 'run-import', payload: { import: ids.next('imp') }, lane: 'bulk' } as const
    await jobs.put([{ ...kind, id, account, runAt: now }])
    const leaseUntil = new Date(now.getTime() + 30_000)
    const claimed = await jobs.claim({ account, lane: 'bulk', now, leaseUntil, limit: 100, fence: ids.next('job') })
    await jobs.markDead(
      claimed.find((job) => job.id === id)!,
      { at: now, error: 'It broke' },
    )
  })
  return id
}
