import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { carillonOn } from '../broadcasts/carillon-on.js'
import { quantile } from '../../shared/quantile.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { openAccounts } from './open-accounts.js'
import { listsOf, timetableOf } from './schedule-requests.js'
import { scheduleIdOf, storeSchedules } from './store-schedules.js'
import { basic, startService } from '../../shared/service.js'

const STORED = 100_000
const NEIGHBOURS = 10
const STATUSES = ['active', 'active', 'active', 'paused', 'ended']
const KEY = { id: 'key_of_the_bench', secret: 'a-secret-of-the-bench' }
const PATH = '/api/v1/messaging/broadcast/schedules'
const PER_SECOND = 20
const STEADY_MS = 60_000
/** The first of the schedules that may be canceled; no other request uses them. */
const CANCELED_FROM = STORED / 2
const GOALS_MS = { create: 50, update: 50, get: 25, cancel: 25, list: 25 }
const STEADILY = `${PER_SECOND} a second`
const ONE_BY_ONE = 'one after the other'
const shown = (count) => count.toLocaleString('en')

export const bench = {
  title: `schedule-api: requests over HTTP, one after the other, with ${shown(STORED)} schedules of the account and as many of other accounts`,
  unit: 'requests/s',

  async setup({ seed }) {
    const service = await startService()
    const fixture = await carillonOn(service.databaseUrl)
    try {
      return await contextOf(service, fixture, seed)
    } catch (error) {
      await service.stop()
      throw error
    } finally {
      await fixture.close()
    }
  },

  ours: {
    prepare: (context) => ({ context, requests: context.makeRound() }),
    async run({ context, requests }) {
      for (const request of requests) await sendRequest(context, request, ONE_BY_ONE)
      return requests.length
    },
  },
  peers: {},

  async figures(context) {
    await requestSteadily(context)
    return Object.fromEntries(
      [ONE_BY_ONE, STEADILY].flatMap((load) =>
        [...context.took[load]].flatMap(([name, took]) =>
          [0.5, 0.95, 0.99].map((share) => [figureName(name, share, load), quantile(took, share)]),
        ),
      ),
    )
  },

  goals: Object.entries(GOALS_MS).map(([kind, atMost]) => ({
    text: `${kind === 'list' ? 'slowest list' : kind}, p95 at ${STEADILY}, ms`,
    ratio: ({ figures }) => Math.max(...p95sOf(figures, kind)),
    atMost,
  })),

  /** Compares each list with a plain SQL statement, after the last write. */
  async check({ service, pool, account, lists, counts }) {
    for (const { name, path, where, order, limit, offset } of lists) {
      const { results, totalCount } = await read(pool, path)
      const all = `from schedule where account_id = :account and ${where}`
      const [{ count }] = await service.sql(`select count(*)::integer as count ${all}`, { account })
      const rows = await service.sql(`select id ${all} order by ${order} limit ${limit} offset ${offset}`, { account })
      const isRight = totalCount === count && String(results.map(({ id }) => id)) === String(rows.map(({ id }) => id))
      if (!isRight)
        throw new Error(`The list "${name}" differs from the database: ${totalCount} instead of ${count} in all`)
    }
    const { totalCount } = await read(pool, '?limit=1')
    const expected = STORED + counts.create - counts.cancel
    if (totalCount !== expected) throw new Error(`${totalCount} schedules are stored, expected ${expected}`)
    const counted = Object.entries(counts).map(([kind, count]) => `${count} of ${kind}`)
    return `${counted.join(', ')}: each succeeded, and ${lists.length} lists equal the stored schedules in order`
  },

  async teardown({ service, pool }) {
    await pool.close()
    await service.stop()
  },
}

async function contextOf(service, fixture, seed) {
  const accounts = await openAccounts(fixture, service.sql, { count: 1 + NEIGHBOURS, contacts: 1 })
  for (const [n, one] of accounts.entries()) {
    await storeSchedules(service.sql, { ...one, count: n === 0 ? STORED : STORED / NEIGHBOURS, statuses: STATUSES })
  }
  const apiKeys = [KEY]
  await service.apply({ name: 'Account 0', apiKeys })
  await service.sql('vacuum analyze')
  await service.sql('checkpoint')
  const random = randomNumbers(seed)
  const now = Date.now()
  const pool = new Pool(service.urls[0], { connections: 16 })
  const context = {
    ...{ service, pool, random, now, ...accounts[0], lists: listsOf(now) },
    keys: 0,
    nextToCancel: CANCELED_FROM,
    took: { [ONE_BY_ONE]: new Map(), [STEADILY]: new Map() },
    counts: { create: 0, update: 0, get: 0, cancel: 0, list: 0 },
    makeRound: () => makeRound(context),
  }
  return context
}

/** The requests of a round, in random order: each list twice, and ten requests of each of the other kinds. */
function makeRound(context) {
  const { random, lists } = context
  const others = Array.from({ length: 10 }, () => [create(context), update(context), get(context), cancel(context)])
  const requests = [...others.flat(), ...[...lists, ...lists].map(list)]
  return requests
    .map((request) => ({ request, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ request }) => request)
}

function create(context) {
  const { random, now, from, group } = context
  const audience = { filter: { contact: { groups: { ids: { in: [group] } } } } }
  const idempotencyKey = `schedule-${context.keys++}`
  const body = { audience, from, body: 'Ding dong', schedule: timetableOf(random, now), idempotencyKey }
  return { kind: 'create', method: 'POST', path: '', body, expected: 201 }
}

/** Updates the text, the times or the status, chosen at random. */
function update(context) {
  const { random, now } = context
  const patches = [
    { body: 'Dong ding' },
    { schedule: timetableOf(random, now) },
    { status: 'paused' },
    { status: 'active' },
  ]
  const body = patches[Math.floor(random() * patches.length)]
  return { kind: 'update', method: 'PATCH', path: `/${anyOf(context, 'active')}`, body, expected: 200 }
}

function get(context) {
  return { kind: 'get', method: 'GET', path: `/${anyOf(context)}`, expected: 200 }
}

function cancel(context) {
  while (statusAt(context.nextToCancel) === 'ended') context.nextToCancel++
  const path = `/${scheduleIdOf(context.account, context.nextToCancel++)}`
  return { kind: 'cancel', method: 'DELETE', path, expected: 204 }
}

function list({ name, path }) {
  return { kind: 'list', name: `list, ${name}`, method: 'GET', path, expected: 200 }
}

function anyOf({ random, account }, status = null) {
  for (;;) {
    const place = Math.floor(random() * CANCELED_FROM)
    if (status === null || statusAt(place) === status) return scheduleIdOf(account, place)
  }
}

function statusAt(place) {
  return STATUSES[place % STATUSES.length]
}

async function sendRequest({ pool, took, counts }, { kind, name = kind, expected, method, path, body }, load) {
  const startedAt = performance.now()
  const { status, text } = await send(pool, { method, path, body })
  const ms = performance.now() - startedAt
  if (status !== expected) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  counts[kind]++
  took[load].set(name, [...(took[load].get(name) ?? []), ms])
}

async function send(pool, { method, path, body = null }) {
  const { statusCode, body: response } = await pool.request({
    path: `${PATH}${path}`,
    method,
    headers: { authorization: basic(KEY), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: statusCode, text: await response.text() }
}

async function read(pool, path) {
  const { status, text } = await send(pool, { method: 'GET', path })
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`)
  return JSON.parse(text)
}

/** Sends requests at a fixed rate, without waiting for responses. */
async function requestSteadily(context) {
  const open = []
  const startedAt = performance.now()
  let requests = []
  while (performance.now() - startedAt < STEADY_MS) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * PER_SECOND)
    while (open.length < due) {
      if (requests.length === 0) requests = context.makeRound()
      open.push(sendRequest(context, requests.pop(), STEADILY))
    }
    await delay(5)
  }
  await Promise.all(open)
}

function figureName(name, share, load) {
  return `${name}, ${share === 0.5 ? 'median' : `p${share * 100}`}, ${load}, ms`
}

function p95sOf(figures, kind) {
  const isOf = (name) => name.startsWith(`${kind},`) && name.endsWith(`, p95, ${STEADILY}, ms`)
  return Object.entries(figures).flatMap(([name, value]) => (isOf(name) ? [value] : []))
}
