import { expect, test } from '@jest/globals'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

test('credits are granted by an owner and stand in the ledger; an admin only reads them', async () => {
  const { page, open } = await openDashboard({ path: 'credits' })
  await page.getByRole('table', { name: 'Movements of credits' }).waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Grant credits' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant credits' })
  const grant = dialog.getByRole('button', { name: 'Grant credits' })
  expect(await grant.isDisabled()).toBe(true)
  await dialog.getByLabel('SMS credits').fill('1234')
  await pageChecks(page)
  await grant.click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /Grant.*1,234 SMS/ }).waitFor()
  const admin = await open({ role: 'admin', path: 'credits' })
  await admin.page.getByRole('row', { name: /Grant.*1,234 SMS/ }).waitFor()
  expect(await admin.page.getByRole('button', { name: 'Grant credits' }).count()).toBe(0)
})

test('a webhook is added, its secret is shown once and rotated, it is tested and removed', async () => {
  const { page } = await openDashboard({ path: 'webhooks' })
  await page.getByText('No webhooks yet').waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await dialog.getByLabel('Address').fill('not an address')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog
    .getByText(/must be|Address/)
    .first()
    .waitFor()
  await dialog.getByLabel('Address').fill('https://hooks.example.com/carillon')
  await pageChecks(page)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('Copy the secret now').waitFor()
  const secret = await dialog.getByText(/^whsec_/).textContent()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('link', { name: 'https://hooks.example.com/carillon' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhook' }).waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByText('Copy the secret now').waitFor()
  expect(await page.getByText(/^whsec_/).textContent()).not.toBe(secret)
  await page.reload()
  await page.getByRole('button', { name: 'Rotate secret' }).waitFor()
  expect(await page.getByText(/^whsec_/).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click()
  await page.getByText('No webhooks yet').waitFor()
})

test('a key is created, works, is listed with its use, and stops when it is revoked', async () => {
  const { page, url } = await openDashboard({ path: 'developers' })
  await page.getByRole('table', { name: 'API keys' }).waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  const status = page.getByRole('status').filter({ hasText: 'Copy the secret now' })
  await status.waitFor()
  const [, id, secret] = /curl -u ([\w-]+):(\S+)/.exec(
    (await status.getByRole('group', { name: 'Command' }).textContent())!,
  )!
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const ask = async () => (await fetch(`${url}/api/v1/account/credits`, { headers: { authorization } })).status
  expect(await ask()).toBe(200)
  await pageChecks(page)
  await page.reload()
  expect(await page.getByText('Copy the secret now').count()).toBe(0)
  await page.getByRole('button', { name: `Revoke ${id}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await page.getByRole('button', { name: `Revoke ${id}` }).waitFor({ state: 'hidden' })
  expect(await ask()).toBe(401)
  // Only the dashboard revokes keys.
  const curls = page.getByRole('region', { name: 'What you just did, as curl' })
  await curls.getByText('No changes in this tab yet that the API can also make.').waitFor()
})

test('an editor learns who may see keys and webhooks', async () => {
  const { page, goto } = await openDashboard({ path: 'developers', role: 'editor' })
  for (const path of ['developers', 'webhooks']) {
    await goto(path)
    await page.getByText(/admin/i).first().waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    await pageChecks(page)
  }
})
