import { expect, test } from '@jest/globals'
import { openDashboard } from '../../testing/dashboard/open-dashboard.js'
import { pageChecks } from '../../testing/dashboard/page-checks.js'

const PAGES = [
  ['', 'Overview'],
  ['compose', 'Compose'],
  ['drafts', 'Drafts'],
  ['broadcasts', 'Broadcasts'],
  ['schedules', 'Schedules'],
  ['schedules?view=calendar', 'Schedules'],
  ['inbox', 'Inbox'],
  ['contacts', 'Contacts'],
  ['imports', 'Import'],
  ['groups', 'Groups'],
  ['segments', 'Segments'],
  ['segments/new', 'New segment'],
  ['fields', 'Fields'],
  ['consent', 'Consent'],
  ['tags', 'Tags'],
  ['templates', 'Templates'],
  ['templates/new', 'New template'],
  ['numbers', 'Numbers'],
  ['pools', 'Number pools'],
  ['links', 'Links'],
  ['credits', 'Credits'],
  ['webhooks', 'Webhooks'],
  ['developers', 'Developers'],
  ['users', 'Users'],
  ['audit', 'Audit'],
  ['settings', 'Settings'],
  ['/system', 'System'],
] as const

/** Five checks of each page, beside other processes. */
const MANY_PAGES_MS = 300_000

test(
  'every page opens, violates no rule in either colour scheme, and fits a phone',
  async () => {
    const { page, goto } = await openDashboard()
    for (const [path, heading] of PAGES) {
      await goto(path)
      expect([path, await page.getByRole('heading', { level: 1 }).textContent()]).toEqual([path, heading])
      await pageChecks(page)
    }
  },
  MANY_PAGES_MS,
)

test('no page asks for what the role of the person may not read', async () => {
  const { page, goto } = await openDashboard({ role: 'viewer' })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  const asked: Promise<unknown>[] = []
  page.on('request', (request) => {
    if (request.url().includes('/dashboard/api/') && !request.url().endsWith('/live')) asked.push(request.response())
  })
  const ofAccount = PAGES.filter(([path]) => !path.startsWith('/'))
  for (const [path, heading] of [...ofAccount, ['webhooks/whk_00000000000000000000000000', 'Webhook']] as const) {
    await goto(path)
    expect([path, await page.getByRole('heading', { level: 1 }).textContent()]).toEqual([path, heading])
    // An answer may lead to further requests.
    for (let known = -1; known < asked.length;) {
      known = asked.length
      await Promise.all(asked)
      await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
    }
    expect([path, refused]).toEqual([path, []])
  }
})
