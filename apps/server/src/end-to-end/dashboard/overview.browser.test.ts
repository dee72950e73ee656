import { expect, test } from '@jest/globals'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

test('the overview of a first start shows what happened by day, what runs and what comes next', async () => {
  const { page, api } = await openDashboard({ hasHistory: true })
  const sent = page.getByRole('group', { name: 'Sent' })
  await sent.waitFor()
  const { body } = await api('GET', 'account/statistics')
  const { totals } = body as { totals: { sent: number; delivered: number } }
  expect(totals.sent).toBeGreaterThan(100)
  await sent.getByText(totals.sent.toLocaleString('en'), { exact: true }).waitFor()
  await page.getByRole('figure', { name: 'Texts by day' }).locator('svg').first().waitFor()
  await page.getByRole('region', { name: 'Credits and quota' }).getByText('SMS credits', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'Next sends' }).getByRole('link').first().waitFor()
  await page.getByText('No broadcast is being sent.').waitFor()
  await pageChecks(page)

  const figure = page.getByRole('figure', { name: 'Texts by day' })
  await figure.getByRole('button', { name: 'Show as a table' }).click()
  const rows = figure.getByRole('table', { name: 'Texts by day' }).getByRole('row')
  expect(await rows.count()).toBe(31)
  await page.getByRole('radiogroup', { name: 'Days shown' }).getByText('7 days').click()
  await page.waitForURL(/days=7/)
  await rows.nth(8).waitFor({ state: 'detached' })
  await pageChecks(page)
})

test('a broadcast appears while it waits and is sent, and an account without history learns how to begin', async () => {
  const { page, api } = await openDashboard()
  const running = page.getByRole('region', { name: 'Running broadcasts' })
  await running.getByText('No broadcast is being sent.').waitFor()
  await page.getByRole('link', { name: 'Compose a message' }).waitFor()
  await pageChecks(page)
  const { body } = await api('GET', 'senders')
  const [sender] = (body as { results: { number: string }[] }).results
  const composed = {
    audience: { numbers: ['+12025550123'] },
    from: sender!.number,
    body: 'We open at nine tomorrow',
    idempotencyKey: 'once',
  }
  expect((await api('POST', 'broadcasts/compose', composed)).status).toBe(201)
  await running.getByRole('link', { name: 'We open at nine tomorrow' }).waitFor()
})
