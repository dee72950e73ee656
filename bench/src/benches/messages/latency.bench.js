import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { quantile } from '../../shared/quantile.js'
import { startService } from '../../shared/service.js'
import { openLatencyAccounts } from './latency-accounts.js'
import { publicRoutes } from './latency-routes.js'
import { INSTANT, openSenders, sendFrom } from './send-storm.js'

const ROUNDS = 400
const ACCOUNTS = 10
const ALONE = 100
const AT_ONCE = 64
/** Of one route, so that no account comes near its rate limit within a minute. */
const CROWDED = 5 * AT_ONCE
const SHARES = [0.5, 0.95, 0.99]
const BARE = 'bare Node server'
const SEND = 'a send, with the provider within the process'

export const bench = {
  title: 'latency: requests of one client, one after the other, to one `carillon start`',
  unit: 'ms',
  rounds: ROUNDS,

  async setup() {
    const service = await startService()
    const within = await startService({ env: INSTANT })
    try {
      await openSenders(within, 1)
      const accounts = await openLatencyAccounts(service, ACCOUNTS)
      const child = fork(fileURLToPath(new URL('../peers/bare-node.js', import.meta.url)))
      const [port] = await once(child, 'message')
      const [url] = service.urls
      const lone = {
        service: new Pool(url, { connections: 1 }),
        within: new Pool(within.urls[0], { connections: 1 }),
        bare: new Pool(`http://127.0.0.1:${port}`),
      }
      return {
        service,
        within,
        child,
        accounts,
        lone,
        crowd: new Pool(url, { connections: AT_ONCE }),
        routes: await publicRoutes(),
      }
    } catch (error) {
      await Promise.all([service.stop(), within.stop()])
      throw error
    }
  },

  /** A read of one contact. */
  ours: (context) => ask(context.lone.service, requestTo(context, 'readContact')),
  variants: {
    [SEND]: ({ lone }) => ask(lone.within, sendFrom(0)),
    'a send to a simulated phone': (context) => ask(context.lone.service, requestTo(context, 'sendMessage')),
    '/healthz': ({ lone }) => ask(lone.service, { path: '/healthz', method: 'GET' }),
  },
  peers: { [BARE]: ({ lone }) => ask(lone.bare, { path: '/', method: 'GET' }) },

  goals: [
    {
      text: 'a read of one contact, times a bare Node server',
      ratio: ({ ours, peers }) => ours / peers[BARE],
      atMost: 3,
    },
    {
      text: 'a send, times a bare Node server',
      ratio: ({ variants, peers }) => variants[SEND] / peers[BARE],
      atMost: 4,
    },
  ],

  /** Requests every route, and prints a table. */
  async check({ accounts, lone, crowd, routes }) {
    const rows = []
    for (const { name, requestOf } of routes) {
      const alone = await timesOf({ pool: lone.service, count: ALONE, atOnce: 1 }, (n) =>
        requestOf(accounts[n % ACCOUNTS]),
      )
      const crowded = await timesOf({ pool: crowd, count: CROWDED, atOnce: AT_ONCE }, (n) =>
        requestOf(accounts[n % ACCOUNTS]),
      )
      rows.push([
        `\`${name}\``,
        ...[alone, crowded].flatMap((times) => SHARES.map((share) => shown(quantile(times, share)))),
      ])
    }
    return [
      `${routes.length} routes, each request succeeded`,
      '',
      ...HEAD,
      ...rows.map((row) => `| ${row.join(' | ')} |`),
    ].join('\n')
  },

  async teardown({ service, within, child, lone, crowd }) {
    await Promise.all([...Object.values(lone), crowd].map((pool) => pool.close()))
    child.kill()
    await Promise.all([service.stop(), within.stop()])
  },
}

const HEAD = [
  `| ms | alone p50 | p95 | p99 | ${AT_ONCE} at once p50 | p95 | p99 |`,
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
]

function requestTo({ accounts, routes }, operation) {
  return routes.find(({ operationId }) => operationId === operation).requestOf(accounts[0])
}

/** The times of `count` requests, `atOnce` at a time, after a few that are not measured. */
async function timesOf({ pool, count, atOnce }, requestOf) {
  const times = []
  let next = 0
  const client = async () => {
    while (next < count + atOnce) {
      const n = next++
      const startedAt = performance.now()
      await ask(pool, requestOf(n))
      if (n >= atOnce) times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return times
}

async function ask(pool, request) {
  const { statusCode, body } = await pool.request(request)
  const text = await body.text()
  if (statusCode >= 300) throw new Error(`${request.method} ${request.path} answered ${statusCode}: ${text}`)
}

function shown(ms) {
  return ms.toLocaleString('en', { minimumSignificantDigits: 2, maximumSignificantDigits: ms < 100 ? 2 : 3 })
}
