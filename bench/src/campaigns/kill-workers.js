import { setTimeout as delay } from 'node:timers/promises'
import {
  aBroadcaster,
  judgeBroadcast,
  judgeLedger,
  KINDS,
  phonesOf,
  startBroadcast,
  untilEnded,
  untilNoJobs,
} from '../broadcasting.js'
import { randomNumbers } from '../random-numbers.js'
import { program } from '../sending.js'
import { startService } from '../service.js'
import { watchSlices } from '../watch-slices.js'
import { startWorkers } from '../workers.js'

/** Where dead workers hold all that is left, the next kill waits so long for somebody who lives to have work in hand. */
const LONG = { recipients: 50_000, kills: 25, patienceMs: 8_000 }
const SHORT = { recipients: 10_000, kills: 3, patienceMs: 4_000 }
const WORKERS = 2
const FROM = '+12025550101'
const KEY = { id: 'key_kill', secret: 'a-secret-of-the-campaign' }
/** What a dead worker has claimed is claimed by others after 30 s; what remains then is sent in less. */
const ENDED_WITHIN_MS = 90_000

/**
 * How long the provider takes to answer: mostly so long that the broadcast lasts until the last kill, and sometimes not
 * at all, so that other moments than the wait for it are hit.
 */
const SLOW_MS = { asks: 3_500, guesses: 600 }
const FAST_SHARE = 0.3
const KILL_WITHIN_MS = 1_500

export const campaign = {
  title: `kill -9 of a random worker ${2 * LONG.kills} times under two broadcasts to ${LONG.recipients}: 0 lost, 0 twice, all paid once`,

  /** Each kind of provider on a service of its own, both at once. */
  async run({ seed, short, say }) {
    const size = short ? SHORT : LONG
    const figures = await Promise.all(
      Object.entries(KINDS).map(async ([kind, traits], i) => {
        const random = randomNumbers(seed + i)
        const told = await onService((service) => killUnder({ service, random, kind, traits, say, ...size }))
        return Object.entries(told).map(([name, figure]) => [`${kind}: ${name}`, figure])
      }),
    )
    return Object.fromEntries(figures.flat())
  },
}

async function onService(work) {
  const service = await startService({ works: false })
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

async function killUnder({ service, random, kind, traits, say, recipients, kills, patienceMs }) {
  const account = { name: 'Kill', key: KEY, from: FROM, phones: phonesOf(recipients) }
  const [call] = await aBroadcaster(service, account)
  const answerWithin = (latencyMs) => program(service.urls[0], { outcome: 'accept', latencyMs, ...traits })
  await answerWithin(SLOW_MS[kind])
  const workers = await startWorkers(service, { count: WORKERS })
  const slices = watchSlices(service)
  const broadcasts = []
  try {
    for (let kill = 1; kill <= kills; kill++) {
      if (broadcasts.length === 0 || (await haveEnded(service))) {
        broadcasts.push(await startBroadcast(call, { ...account, body: 'Ding dong' }))
      }
      const place = Math.floor(random() * WORKERS)
      await untilAtWork(service, `worker-${place}`, patienceMs)
      await delay(random() * KILL_WITHIN_MS)
      if (random() < FAST_SHARE) await answerWithin(0)
      await workers.kill(place)
      await answerWithin(SLOW_MS[kind])
      workers.replace(place)
      if (kill % 5 === 0) say(`${kind}: ${kill} kills, ${slices.leftOpen()} slices were left open by them`)
    }
    await answerWithin(0)
    const sums = { sent: 0, unknown: 0, 'unknown that arrived': 0 }
    for (const id of broadcasts) await untilEnded(service, id, { withinMs: ENDED_WITHIN_MS })
    await untilNoJobs(service, { withinMs: ENDED_WITHIN_MS })
    for (const id of broadcasts) {
      const judged = await judgeBroadcast(service, { id, total: recipients, ...traits })
      for (const name of Object.keys(sums)) sums[name] += judged[name]
    }
    const leftOpen = await slices.end()
    if (leftOpen === 0) throw new Error('no kill has left a slice open')
    const spent = await judgeLedger(service, account.name)
    // In another one to the same people nobody has to be looked up.
    if (broadcasts.length === 1 && spent !== 2 * sums.sent) throw new Error(`${spent} were spent on ${sums.sent} sent`)
    return { kills, 'slices left open by a kill': leftOpen, broadcasts: broadcasts.length, ...sums, spent }
  } finally {
    await workers.stop()
    await slices.end()
  }
}

async function haveEnded(service) {
  const [{ open }] = await service.sql(`select count(*) as open from broadcast where status in ('queued', 'sending')`)
  return open === '0'
}

const LOOK_EVERY_MS = 100
const UP_WITHIN_MS = 30_000
const JOB_LEASE_MS = 30_000

/** Until it has come up, and after that something was claimed by those who live. */
async function untilAtWork(service, name, patienceMs) {
  await lookUntil(service, CONNECTED, { name }, UP_WITHIN_MS)
  await lookUntil(service, CLAIMED, { until: new Date(Date.now() + JOB_LEASE_MS) }, patienceMs)
}

async function lookUntil(service, statement, bindings, patienceMs) {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline && (await service.sql(statement, bindings)).length === 0) {
    await delay(LOOK_EVERY_MS)
  }
}

const CONNECTED = 'select from pg_stat_activity where application_name = :name limit 1'
const CLAIMED = 'select from job where fence is not null and run_at > :until limit 1'
