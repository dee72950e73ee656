import type { Locator, Page } from 'playwright-core'
import { open, type Person } from './person.js'

/** Reads the whole audit of the account. Returns who did what, the first first. */
export async function readAudit(admin: Person): Promise<readonly string[]> {
  await open(admin, 'Audit')
  return readTable(admin.page, admin.page.getByRole('main'))
}

/** The same of the service, which is on the page System. It has the entries of all accounts too. */
export async function readServiceAudit(owner: Person): Promise<readonly string[]> {
  await open(owner, 'System')
  return readTable(owner.page, owner.page.getByRole('region', { name: 'Audit of the service' }))
}

/** Page by page: each begins where the one before has ended. */
async function readTable(page: Page, around: Locator): Promise<readonly string[]> {
  const rows = around.getByRole('table', { name: 'Audit' }).locator('tbody tr')
  const next = around.getByRole('button', { name: 'Next page' })
  const read: string[] = []
  for (;;) {
    await rows.first().waitFor()
    for (const row of await rows.all()) {
      const [, actor] = await row.locator('td').allInnerTexts()
      // The page says it in words, and the code is behind them.
      const action = await row.locator('td:nth-child(3) [title]').getAttribute('title')
      read.push(`${actor!.split('\n')[0]}: ${action}`)
    }
    if ((await next.count()) === 0 || (await next.isDisabled())) return read.reverse()
    const url = page.url()
    await next.click()
    await page.waitForURL((changed) => changed.href !== url)
    await around.locator('button[data-loading]').waitFor({ state: 'detached' })
  }
}
