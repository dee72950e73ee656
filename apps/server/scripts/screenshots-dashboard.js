import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumLaunchOptions } from './chromium.js'
import { withDemoServer } from './demo-server.js'

/**
 * Takes a picture of every page of the dashboard in light and dark colours, for the tour in the docs. With a folder as
 * its argument, it takes them there, and those of a phone too.
 */
const [folder = join(import.meta.dirname, '../../../docs/images/dashboard')] = process.argv.slice(2)
const SIZES =
  process.argv[2] === undefined
    ? { '': { width: 1280, height: 800 } }
    : { '': { width: 1280, height: 800 }, '-narrow': { width: 360, height: 740 } }

const PERSON = { name: 'Olivia Owner', email: 'olivia@example.com', password: 'a long enough password' }
const ANN = '+12025550123'
const QUIET_MS = 700

/** Each page by the name of its picture, with its path below the account. */
const PAGES = {
  overview: '',
  compose: 'compose',
  broadcasts: 'broadcasts',
  schedules: 'schedules',
  calendar: 'schedules?view=calendar',
  inbox: 'inbox',
  contacts: 'contacts',
  contact: `contacts/${ANN}`,
  imports: 'imports',
  groups: 'groups',
  segments: 'segments',
  'new-segment': 'segments/new',
  fields: 'fields',
  tags: 'tags',
  templates: 'templates',
  'new-template': 'templates/new',
  links: 'links',
  numbers: 'numbers',
  pools: 'pools',
  consent: 'consent',
  webhooks: 'webhooks',
  developers: 'developers',
  credits: 'credits',
  settings: 'settings',
  users: 'users',
  audit: 'audit',
  system: '/system',
}

await mkdir(folder, { recursive: true })
await withDemoServer(async ({ setup }) => {
  const browser = await chromium.launch(await chromiumLaunchOptions())
  try {
    const page = await browser.newPage({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
    await setUp(page, setup)
    const account = /^.*\/dashboard\/a\/[^/]+/.exec(page.url())[0]
    for (const [name, path] of Object.entries(PAGES)) {
      const url = path.startsWith('/') ? account.replace(/\/a\/.*/, path) : `${account}/${path}`
      await takePictures(page, name, url)
    }
    await openFirst(page, `${account}/broadcasts`, 'Broadcasts')
    await takePictures(page, 'broadcast', page.url())
    await openFirst(page, `${account}/inbox`)
    await takePictures(page, 'conversation', page.url())
  } finally {
    await browser.close()
  }
})

async function setUp(page, link) {
  await page.goto(link)
  await page.getByLabel('Name').fill(PERSON.name)
  await page.getByLabel('E-mail').fill(PERSON.email)
  for (const label of ['Password', 'Password again']) {
    await page.getByLabel(label, { exact: true }).fill(PERSON.password)
  }
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/dashboard\/a\//)
}

/** Follows the first link of a table, or of a list. */
async function openFirst(page, url, table) {
  await page.goto(url)
  const first =
    table === undefined
      ? page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()
      : page.getByRole('table', { name: table }).getByRole('link').first()
  await first.click()
  await page.waitForURL((now) => now.href !== url)
}

async function takePictures(page, name, url) {
  for (const [suffix, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await page.goto(url)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settled(page)
      await page.screenshot({
        path: join(folder, `${name}-${colorScheme}${suffix}.png`),
        fullPage: suffix === '-narrow',
      })
    }
  }
}

/** Until nothing has been requested for a while. The stream of what has changed is always open. */
async function settled(page) {
  let lastAt = Date.now()
  const open = new Set()
  const begin = (request) => {
    if (!request.url().endsWith('/live')) open.add(request)
  }
  const end = (request) => {
    open.delete(request)
    lastAt = Date.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  while (open.size > 0 || Date.now() - lastAt < QUIET_MS) await page.waitForTimeout(50)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}
