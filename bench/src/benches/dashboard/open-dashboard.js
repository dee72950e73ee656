import { chromium } from 'playwright-core'
import { chromiumLaunchOptions } from '../../../../apps/server/scripts/chromium.js'
import { numberOf } from '../../shared/contact-numbers.js'
import { administer, startService } from '../../shared/service.js'
import { WATCH_VITALS } from './vitals.js'

const ACCOUNT = 'Demo'
export const GROUP = 'Everybody'
const OWNER = { email: 'olivia@example.com', name: 'Olivia Owner', password: 'a long enough password' }
const BROWSER = { locale: 'en-US', timezoneId: 'America/New_York', viewport: { width: 1280, height: 800 } }
const TIMEOUT_MS = 60_000
/** The first start makes up four weeks of history. */
const READY_WITHIN_MS = 300_000

/**
 * The service with the demo account of a first start, a group of `contacts` people in it and credits for all of them,
 * and Chromium, in which an owner is signed in.
 */
export async function openDashboard({ contacts, credits }) {
  const service = await startService({ env: { CARILLON_DEMO: '1' }, readyWithinMs: READY_WITHIN_MS })
  const [url] = service.urls
  let browser = null
  const close = async () => {
    await browser?.close()
    await service.stop()
  }
  try {
    const { account } = await service.apply({ name: ACCOUNT, groups: [{ name: GROUP }] })
    const rows = Array.from({ length: contacts }, (_, i) => `${numberOf(i)},Ann${i % 977}`)
    await service.importRows(ACCOUNT, { group: GROUP, rows: ['phoneNumber,firstName', ...rows] })
    await service.grant(ACCOUNT, { sms: credits })
    await service.sql('vacuum analyze')
    browser = await chromium.launch(await chromiumLaunchOptions())
    const storageState = await signIn(browser, url)
    return {
      service,
      account,
      close,
      urlOf: (path) => `${url}/dashboard${path.startsWith('/') ? path : `/a/${account.id}/${path}`}`,
      /** Another browser of the same person: with nothing in its cache. */
      async newBrowser() {
        const context = await browser.newContext({ ...BROWSER, storageState })
        context.setDefaultTimeout(TIMEOUT_MS)
        await context.addInitScript(WATCH_VITALS)
        return context
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The owner follows the link of an invitation. Returns the cookies. */
async function signIn(browser, url) {
  const { link } = await administer(url, '/users', { email: OWNER.email, isOwner: true, roles: [] })
  const page = await browser.newPage(BROWSER)
  await page.goto(`${url}${link.path}`)
  await page.getByLabel('Name').fill(OWNER.name)
  for (const label of ['Password', 'Password again']) {
    await page.getByLabel(label, { exact: true }).fill(OWNER.password)
  }
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/dashboard\/a\//)
  const state = await page.context().storageState()
  await page.context().close()
  return state
}
