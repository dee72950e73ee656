import { carillonOn } from '../broadcasts/carillon-on.js'
import { quantile } from '../../shared/quantile.js'
import { sendSteadily } from './send-steadily.js'
import { YOUNG, storeOld } from './store-old.js'
import { watchedTrims } from './watched-trims.js'
import { anAccount } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'

const STORED = 200_000
const SLICE = 5_000
const ROUNDS = 5
const SENDS = 250
const PER_SECOND = 50
const KEY = { id: 'key_of_the_bench', secret: 'a-secret-of-the-bench' }
const SENDER = '+12025550100'
const TO = '+12025550123'
/** Clicks expire only at the end, so that in the measured rounds they are deleted with their messages. */
const RETENTION = { messages: 30, events: 30, clicks: null }
/** Never called: its event type does not occur. */
const WEBHOOK = { url: 'http://127.0.0.1:9/hooks', events: ['contacts.group.opted_in'] }
const KINDS = { trimMessages: 'messages', trimEvents: 'events', trimClicks: 'clicks' }

export const bench = {
  title: `retention: old messages, events and clicks deleted, beside ${PER_SECOND} single sends a second`,
  unit: 'messages/s',
  rounds: ROUNDS,

  /** `--contacts` is the number of messages and events. */
  async setup({ contacts: stored = STORED }) {
    const service = await startService({ works: false })
    await anAccount(service, { name: 'Bench', key: KEY, from: SENDER, phones: [TO], credits: { sms: 1_000_000 } })
    const { account, webhooks } = await service.apply({ name: 'Bench', retention: RETENTION, webhooks: [WEBHOOK] })
    await storeOld(service, { account: account.id, endpoint: webhooks[0].id }, stored)
    const fixture = await carillonOn(service.databaseUrl)
    return { service, fixture, account, stored, trims: watchedTrims(fixture.deps), sent: 0 }
  },

  ours: ({ trims, stored }) => trims.atOnce(Math.min(SLICE, stored / 40)),
  peers: {},

  async figures(context) {
    const latencies = await measureSends(context)
    const { trims, service } = context
    await service.apply({ name: 'Bench', retention: { clicks: 30 } })
    const rested = [...context.rested]
    const startedAt = performance.now()
    const rest = await trims.atOnce()
    const tookMs = performance.now() - startedAt
    const figures = { ...latencies, ...restFigures(rested) }
    for (const [what, kind] of Object.entries(KINDS)) Object.assign(figures, stepFigures(kind, stepsOf(trims, what)))
    return { ...figures, 'all that was left at once, rows': rest, 'all that was left at once, s': tookMs / 1_000 }
  },

  goals: [
    {
      text: 'longest step, ms',
      ratio: ({ figures }) =>
        Math.max(...Object.values(KINDS).map((kind) => figures[`${kind}, longest step, ms`] ?? 0)),
      atMost: 250,
    },
    {
      text: 'p99 of a send while it trims, times that without',
      ratio: ({ figures }) => figures['send p99 while it trims, ms'] / figures['send p99 without, ms'],
      atMost: 1.3,
    },
  ],

  async check({ service, account, sent }) {
    const [left] = await service.sql(LEFT, { account: account.id })
    const expected = {
      messages: YOUNG + sent,
      urls: YOUNG / 2,
      clicks: YOUNG / 2,
      events: YOUNG,
      deliveries: YOUNG,
      attempts: YOUNG,
    }
    for (const [name, count] of Object.entries(expected)) {
      if (left[name] !== count) throw new Error(`${left[name]} ${name} are left, expected ${count}`)
    }
    return `old data and everything that belongs to it is deleted; ${YOUNG} new messages and events and ${sent} sends remain`
  },

  async teardown({ service, fixture }) {
    await fixture.close()
    await service.stop()
  },
}

const LEFT = `
  select (select count(*)::integer from message where account_id = :account) as messages,
         (select count(*)::integer from click_count where account_id = :account) as urls,
         (select count(*)::integer from click where account_id = :account) as clicks,
         (select count(*)::integer from event where account_id = :account) as events,
         (select count(*)::integer from webhook_delivery where account_id = :account) as deliveries,
         (select count(*)::integer from webhook_attempt where account_id = :account) as attempts`

/** Sends alternately without other load, and beside a worker that trims with its usual pauses. */
async function measureSends(context) {
  const took = { without: [], 'while it trims': [] }
  context.rested = []
  for (let round = 0; round <= ROUNDS; round++) {
    const kinds = Object.keys(took)
    for (const name of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const some = name === 'without' ? await sends(context) : await whileItTrims(context)
      // The first round warms up.
      if (round > 0) took[name].push(...some)
    }
  }
  return Object.fromEntries(
    Object.entries(took).flatMap(([name, all]) =>
      [0.5, 0.99].map((share) => [`send p${share * 100} ${name}, ms`, quantile(all, share)]),
    ),
  )
}

async function sends(context) {
  context.sent += SENDS
  const options = { key: KEY, from: SENDER, to: TO, perSecond: PER_SECOND, sends: SENDS }
  return sendSteadily(context.service.urls[0], options)
}

async function whileItTrims(context) {
  const { trims, rested } = context
  const stop = new AbortController()
  const [first, startedAt] = [trims.steps.length, performance.now()]
  const trimming = trims.atRest(stop.signal)
  const took = await sends(context)
  stop.abort()
  await trimming
  rested.push({ steps: trims.steps.slice(first), tookMs: performance.now() - startedAt })
  return took
}

function restFigures(rested) {
  const steps = rested.flatMap(({ steps }) => steps)
  const tookMs = sumOf(rested, ({ tookMs }) => tookMs)
  return {
    'with rests, messages/s': (sumOf(steps, ({ taken }) => taken) / tookMs) * 1_000,
    'with rests, share of a connection': sumOf(steps, ({ tookMs }) => tookMs) / tookMs,
  }
}

function stepsOf({ steps }, what) {
  return steps.filter((step) => step.what === what && step.taken > 0)
}

/** In a small run, another step may delete all rows of a kind first; then its only figure is a count of 0. */
function stepFigures(kind, steps) {
  if (steps.length === 0) return { [`${kind}, taken`]: 0 }
  const took = steps.map(({ tookMs }) => tookMs)
  const rows = sumOf(steps, ({ taken }) => taken)
  return {
    [`${kind}, taken`]: rows,
    [`${kind}/s at once`]: (rows / sumOf(took, (ms) => ms)) * 1_000,
    [`${kind}, median step, ms`]: quantile(took, 0.5),
    [`${kind}, p99 of the steps, ms`]: quantile(took, 0.99),
    [`${kind}, longest step, ms`]: Math.max(...took),
  }
}

function sumOf(all, of) {
  return all.reduce((sum, one) => sum + of(one), 0)
}
