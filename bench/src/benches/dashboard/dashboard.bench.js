import { FIRST_LOAD_MAX, ROUTE_MAX, scriptSizes } from '../../../../tooling/script-sizes.js'
import { medianOf } from '../measuring/median-of.js'
import { broadcastInUse } from './broadcast.js'
import { INTERACTIONS } from './interactions.js'
import { openDashboard } from './open-dashboard.js'
import { openPage, PAGES, thingsOf } from './pages.js'
import { broadcastInTabs } from './tabs.js'
import { interactionTime, vitalsOf } from './vitals.js'

const CONTACTS = 50_000
const ROUNDS = 5
const LCP_MAX = 2_000
const CLS_MAX = 0.05
const INP_MAX = 150
const USABLE_MAX = 1_000
const [FIRST, ...OTHERS] = Object.keys(PAGES)
const KILOBYTE = 1_000

export const bench = {
  title: `dashboard: pages opened in Chromium with an empty cache, in the demo account with ${CONTACTS.toLocaleString('en')} more contacts`,
  unit: 'ms',
  rounds: ROUNDS,
  showsSlowest: true,

  /** `--contacts` is the number of recipients of each broadcast. */
  async setup({ contacts = CONTACTS }) {
    const dashboard = await openDashboard({ contacts, credits: 10 * contacts })
    try {
      const things = await thingsOf(dashboard)
      const sql = dashboard.service.sql
      return { ...dashboard, sql, things, contacts, opened: null, painted: new Map(), sent: [] }
    } catch (error) {
      await dashboard.close()
      throw error
    }
  },

  ours: opening(FIRST),
  variants: Object.fromEntries(OTHERS.map((name) => [name, opening(name)])),
  peers: {},

  async figures(context) {
    await notePainted(context)
    const mover = worstPage(context.painted)
    const interactions = await interact(context)
    const creditsBefore = await creditsOf(context)
    const inUse = await broadcastInUse(context)
    const inTabs = await broadcastInTabs(context)
    context.spent = creditsBefore - (await creditsOf(context))
    const { firstLoad, routes } = scriptSizes()
    return {
      'scripts of the first load, kB gzipped': firstLoad / KILOBYTE,
      'scripts of the largest route, kB gzipped': Math.max(...Object.values(routes)) / KILOBYTE,
      'from the click to the last text sent, with the hold of 10 s, s': inUse.sentAfterMs / 1_000,
      'longest task of the page of the broadcast, ms': inUse.longestTask,
      'CLS of the page of the broadcast': inUse.cls,
      'tabs that showed the end by themselves': inTabs.tabs,
      'open streams of the ten tabs, at most': inTabs.streamsMax,
      'open streams of the ten tabs, at the end': inTabs.streams,
      'requests of the ten tabs that were refused': inTabs.refused,
      'longest request of the ten tabs, ms': inTabs.longestMs,
      ...mapKeys(
        context.painted,
        (name) => `LCP, ${name}, ms`,
        ({ lcp }) => lcp,
      ),
      [`CLS of the page that moves most, ${mover.name}`]: spreadOf(mover.runs),
      ...interactions,
      'INP of the page of a running broadcast, ms': spreadOf(inUse.took.here),
      'INP of other pages meanwhile, ms': spreadOf(inUse.took.elsewhere),
    }
  },

  goals: [
    atMost('first load, kB', FIRST_LOAD_MAX / KILOBYTE, (figures) => figures['scripts of the first load, kB gzipped']),
    atMost('largest route, kB', ROUTE_MAX / KILOBYTE, (figures) => figures['scripts of the largest route, kB gzipped']),
    {
      text: `overview usable in at most ${USABLE_MAX} ms, median`,
      ratio: ({ ours }) => ours,
      atMost: USABLE_MAX,
    },
    atMost('LCP of every page, worst, ms', LCP_MAX, (figures) => worstOf(figures, 'LCP')),
    atMost('CLS of every page, worst', CLS_MAX, (figures) => worstOf(figures, 'CLS of the page that')),
    atMost('INP of every interaction, worst, ms', INP_MAX, (figures) => worstOf(figures, 'INP,')),
    atMost('INP of the page of a running broadcast, worst, ms', INP_MAX, (figures) => worstOf(figures, 'INP of the')),
    atMost('INP of other pages meanwhile, worst, ms', INP_MAX, (figures) => worstOf(figures, 'INP of other')),
    atMost('streams of ten tabs', 1, (figures) => figures['open streams of the ten tabs, at most']),
    atMost('refused requests of ten tabs', 0, (figures) => figures['requests of the ten tabs that were refused']),
  ],

  async check({ sql, account, contacts, spent }) {
    const broadcasts = await sql(SENT_BY_PEOPLE, { account: account.id, contacts })
    if (broadcasts.length !== 2) throw new Error(`${broadcasts.length} broadcasts to ${contacts}, expected 2`)
    for (const { id, sent, texts } of broadcasts) {
      if (sent !== contacts || texts !== contacts)
        throw new Error(`${id}: ${sent} sent and ${texts} texts of ${contacts}`)
    }
    const cost = broadcasts.reduce((sum, broadcast) => sum + broadcast.cost, 0)
    // The first broadcast pays for the look-up of each carrier too.
    if (spent !== cost || spent !== 3 * contacts) throw new Error(`${spent} credits were spent, the texts cost ${cost}`)
    return `two broadcasts to ${contacts.toLocaleString('en')} were sent, each text once and each paid for once`
  },

  teardown: ({ close }) => close(),
}

/** Until the page can be used. What it has painted is read later, because that takes time. */
function opening(name) {
  return {
    async prepare(context) {
      await notePainted(context)
      return { context, browser: await context.newBrowser() }
    },
    async run({ context, browser }) {
      const { urlOf, things } = context
      context.opened = { name, browser, ...(await openPage(browser, urlOf(PAGES[name](things)))) }
    },
  }
}

async function notePainted(context) {
  if (context.opened === null) return
  const { name, browser, page, settled } = context.opened
  await settled()
  const { lcp, cls } = await vitalsOf(page)
  context.painted.set(name, [...(context.painted.get(name) ?? []), { lcp, cls }])
  await browser.close()
  context.opened = null
}

async function interact({ newBrowser, urlOf, things }) {
  const browser = await newBrowser()
  const took = new Map(Object.keys(INTERACTIONS).map((name) => [name, []]))
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, { on, act }] of Object.entries(INTERACTIONS)) {
        const { page, settled } = await openPage(browser, urlOf(PAGES[on](things)))
        await settled()
        took.get(name).push(await interactionTime(page, act))
        await page.close()
      }
    }
  } finally {
    await browser.close()
  }
  return Object.fromEntries([...took].map(([name, times]) => [`INP, ${name}, ms`, spreadOf(times)]))
}

async function creditsOf({ sql, account }) {
  const [{ available }] = await sql(AVAILABLE, { account: account.id })
  return Number(available)
}

const AVAILABLE = 'select sms_available + sms_reserved as available from credit_balance where account_id = :account'

const SENT_BY_PEOPLE = `
  select broadcast.id, broadcast.sent,
         count(message.id)::integer as texts, coalesce(sum(message.cost_sms), 0)::integer as cost
    from broadcast
    left join message on message.account_id = broadcast.account_id and message.broadcast_id = broadcast.id
         and message.status = 'sent'
   where broadcast.account_id = :account and broadcast.total = :contacts
   group by broadcast.account_id, broadcast.id`

function atMost(text, limit, measured) {
  return { text, ratio: ({ figures }) => measured(figures), atMost: limit }
}

function spreadOf(values) {
  return { median: medianOf(values), worst: Math.max(...values) }
}

function worstOf(figures, prefix) {
  const found = Object.entries(figures).filter(([name]) => name.startsWith(prefix))
  return Math.max(...found.map(([, { worst }]) => worst))
}

function worstPage(painted) {
  const all = [...painted].map(([name, runs]) => ({ name, runs: runs.map(({ cls }) => cls) }))
  return all.reduce((worst, page) => (Math.max(...page.runs) > Math.max(...worst.runs) ? page : worst))
}

function mapKeys(painted, nameOf, valueOf) {
  return Object.fromEntries([...painted].map(([name, runs]) => [nameOf(name), spreadOf(runs.map(valueOf))]))
}
