import { expect, test } from '@jest/globals'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

type Dashboard = Awaited<ReturnType<typeof openDashboard>>

async function send({ api }: Dashboard, body: string, holdSeconds: number): Promise<string> {
  const groups = (await api('GET', 'groups')).body['results'] as { id: string; name: string }[]
  const senders = (await api('GET', 'senders')).body['results'] as { number: string }[]
  const { status, body: sent } = await api('POST', 'broadcasts/compose', {
    audience: { groups: [groups.find(({ name }) => name === 'VIP')!.id] },
    from: senders[0]!.number,
    body,
    idempotencyKey: `test-${body}`.replaceAll(' ', '-'),
    holdSeconds,
  })
  expect(status).toBe(201)
  return sent['id'] as string
}

test('a broadcast is canceled within its hold, and the page says that nothing left', async () => {
  const dashboard = await openDashboard()
  const { page, goto } = dashboard
  const id = await send(dashboard, 'Not yet', 60)
  await goto(`broadcasts/${id}`)
  await page.getByText('Nothing has left yet').waitFor()
  await pageChecks(page)
  await page.getByRole('button', { name: 'Undo sending' }).click()
  await page.getByText('Canceled before anything left').waitFor()
  await page.getByText('None of the 2 texts left, and nothing was charged.').waitFor()
  await goto('broadcasts?status=canceled')
  await page.getByRole('link', { name: 'Not yet' }).waitFor()
  await pageChecks(page)
})

test('a broadcast is watched until it is done, without a reload', async () => {
  const dashboard = await openDashboard()
  const { page, goto } = dashboard
  const id = await send(dashboard, 'On its way', 3)
  await goto(`broadcasts/${id}`)
  await page.getByText('Nothing has left yet').waitFor()
  await page.getByText('Completed', { exact: true }).waitFor()
  await page.getByText('Nothing has left yet').waitFor({ state: 'hidden' })
  await pageChecks(page)
  await goto('broadcasts')
  const row = page.getByRole('row', { name: /On its way/ })
  await row.getByText('Completed').waitFor()
})

test('a viewer watches, and learns why nothing can be canceled', async () => {
  const dashboard = await openDashboard()
  const id = await send(dashboard, 'Only to watch', 60)
  const { page } = await dashboard.open({ role: 'viewer', path: `broadcasts/${id}` })
  const undo = page.getByRole('button', { name: 'Undo sending' })
  expect(await undo.getAttribute('aria-disabled')).toBe('true')
})
