import { expect, test } from '@jest/globals'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

test('opt-ins and opt-outs are shown by day and by keyword', async () => {
  const { page } = await openDashboard({ path: 'consent', hasHistory: true, role: 'viewer' })
  const keywords = page.getByRole('table', { name: 'Opt-outs by keyword' })
  await keywords.getByRole('row', { name: 'STOP 3' }).waitFor()
  await page
    .getByRole('table', { name: 'Opt-ins by way' })
    .getByRole('row', { name: /^Imported/ })
    .waitFor()
  await page.getByRole('figure', { name: 'Opt-ins and opt-outs by day' }).locator('svg').first().waitFor()
  await page.getByText('Nobody is asked to confirm').waitFor()
  await page.getByText('No opt-in form has been shown yet').waitFor()
  await pageChecks(page)
  await page.getByRole('radiogroup', { name: 'Days shown' }).getByText('7 days').click()
  await page.waitForURL(/days=7/)
  await page.getByText('Nobody has opted out on these days.').waitFor()
})

test('who has not confirmed yet is listed, and each text of the opt-in form with its version', async () => {
  const { page, api, goto, account, adapters } = await openDashboard({ path: 'consent' })
  const { body: group } = await api('POST', 'groups', { name: 'Weekly news', optInType: 'DOUBLE' })
  expect((await api('POST', 'contacts/by-phone/+12025550188', { firstName: 'Zoë' })).status).toBe(201)
  const joined = await api('POST', `contacts/by-phone/+12025550188/groups/${String(group['id'])}`, {
    optInMode: 'CONFIRM',
  })
  expect(joined.status).toBeLessThan(300)
  await adapters.unitOfWork.run(async ({ formTexts }) => {
    await formTexts.versionOf(account, 'I agree to get texts from Demo.', new Date())
    await formTexts.versionOf(account, 'I agree to get weekly texts from Demo.', new Date())
  })
  await goto('consent')
  const table = page.getByRole('table', { name: 'Pending confirmations' })
  await table.getByText('Weekly news').waitFor()
  const texts = page.getByRole('list', { name: 'Versions of the consent text' }).getByRole('listitem')
  await texts.first().getByText('Version 2').waitFor()
  expect(await texts.count()).toBe(2)
  await pageChecks(page)
  await table.getByRole('link', { name: 'Zoë' }).click()
  await page.waitForURL(/contacts\//)
})
