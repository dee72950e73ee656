import { setTimeout as delay } from 'node:timers/promises'
import { watchedRequests } from './watched-requests.js'

/** Nothing is loaded for this long: a page that has something to ask has asked it by then. */
const QUIET_MS = 50
/** Later, nothing moves any more by itself. */
const SETTLED_MS = 500

/** Each page by its name, with its path below the account; the function gets what the demo account has. */
export const PAGES = {
  overview: () => '',
  compose: () => 'compose',
  drafts: () => 'drafts',
  broadcasts: () => 'broadcasts',
  'one broadcast': ({ broadcast }) => `broadcasts/${broadcast}`,
  schedules: () => 'schedules',
  calendar: () => 'schedules?view=calendar',
  'one schedule': ({ schedule }) => `schedules/${schedule}`,
  inbox: () => 'inbox',
  'one conversation': ({ conversation }) => `inbox?conversation=${conversation}`,
  contacts: () => 'contacts',
  'one contact': ({ contact }) => `contacts/${encodeURIComponent(contact)}`,
  imports: () => 'imports',
  groups: () => 'groups',
  'one group': ({ group }) => `groups/${group}`,
  fields: () => 'fields',
  consent: () => 'consent',
  tags: () => 'tags',
  templates: () => 'templates',
  numbers: () => 'numbers',
  links: () => 'links',
  'one link': ({ link }) => `links/${encodeURIComponent(link)}`,
  credits: () => 'credits',
  webhooks: () => 'webhooks',
  developers: () => 'developers',
  users: () => 'users',
  audit: () => 'audit',
  settings: () => 'settings',
  profile: () => '/profile',
  system: () => '/system',
}

/** The newest of each thing that has a page of its own. */
export async function thingsOf({ service, account }) {
  const newest = async (table, column) => {
    const statement = `select ${column} as found from ${table} where account_id = :account order by 1 desc limit 1`
    const [row] = await service.sql(statement, { account: account.id })
    return row.found
  }
  return {
    broadcast: await newest('broadcast', 'id'),
    schedule: await newest('schedule', 'id'),
    conversation: await newest('conversation', 'id'),
    contact: '+12025550123',
    group: await newest('contact_group', 'id'),
    link: await newest('tracking_link', 'link'),
  }
}

/** Opens a page in a new tab, and waits until it can be used: it has its heading, and has loaded what it shows. */
export async function openPage(browser, url) {
  const page = await browser.newPage()
  const requests = watchedRequests(page)
  await page.goto(url)
  // By its element: to ask for a role again and again takes the page as long as its first figures.
  await page.locator('h1').waitFor()
  await quiet(requests, QUIET_MS)
  return { page, settled: () => quiet(requests, SETTLED_MS) }
}

async function quiet({ pending }, ms) {
  let since = performance.now()
  while (performance.now() - since < ms) {
    await delay(5)
    if (pending().length > 0) since = performance.now()
  }
}
