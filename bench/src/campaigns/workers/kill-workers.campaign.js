import { setTimeout as delay } from 'node:timers/promises'
import { becameTrue } from '../became-true.js'
import {
  aBroadcaster,
  onEachKind,
  phonesOf,
  startBroadcast,
  untilEnded,
  untilNoJobs,
  untilShared,
} from '../broadcasts/broadcasting.js'
import { startCarillonWorkers } from '../../shared/carillon-workers.js'
import { judgeBroadcasts } from '../broadcasts/judge-broadcast.js'
import { judgeLedger } from '../credits/judge-ledger.js'
import { program } from '../../shared/sending.js'
import { watchSlices } from './watch-slices.js'

/** If dead workers claimed all remaining work, a kill waits up to `timeoutMs` until a live worker has claimed some. */
const LONG = { recipients: 50_000, kills: 25, timeoutMs: 8_000 }
const SHORT = { recipients: 12_000, kills: 2, timeoutMs: 2_000 }
const WORKERS = 2
const KEY = { id: 'key_kill', secret: 'a-secret-of-the-campaign' }
const ACCOUNT = { name: 'Kill', key: KEY, from: '+12025550101' }
/** Other workers take over a dead worker's claims after 30 s; sending the rest takes less time. */
const ENDED_WITHIN_MS = 90_000

/**
 * The provider's response time: mostly long enough for the broadcast to last until the last kill, and sometimes zero,
 * so that some kills do not happen during the wait for a response.
 */
const SLOW_MS = { asks: 3_500, guesses: 600 }
const FAST_SHARE = 0.3
const KILL_WITHIN_MS = 1_500

export const campaign = {
  title: `kill -9 of a random worker ${2 * LONG.kills} times under two broadcasts to ${LONG.recipients}: 0 lost, 0 twice, all paid once`,

  run: ({ seed, short, say }) => onEachKind(seed, (scene) => killOn({ ...scene, say, ...(short ? SHORT : LONG) })),
}

async function killOn({ service, kind, traits, random, say, recipients, kills, timeoutMs }) {
  const phones = phonesOf(recipients)
  const [call] = await aBroadcaster(service, { ...ACCOUNT, phones })
  const setLatency = (latencyMs) => program(service.urls[0], { outcome: 'accept', latencyMs, ...traits })
  await setLatency(SLOW_MS[kind])
  const workers = await startCarillonWorkers(service, { count: WORKERS })
  const slices = await watchSlices(service)
  const broadcasts = []
  try {
    for (let kill = 1; kill <= kills; kill++) {
      if (broadcasts.length === 0 || (await haveEnded(service))) {
        broadcasts.push(await startBroadcast(call, { from: ACCOUNT.from, phones, body: 'Ding dong' }))
        await untilShared(service, { withinMs: UP_WITHIN_MS })
      }
      const place = Math.floor(random() * WORKERS)
      await untilAtWork(service, { name: `worker-${place}`, timeoutMs })
      await delay(random() * KILL_WITHIN_MS)
      if (random() < FAST_SHARE) await setLatency(0)
      await workers.kill(place)
      await setLatency(SLOW_MS[kind])
      workers.replace(place)
      if (kill % 5 === 0) say(`${kind}: ${kill} kills, ${slices.leftOpen()} slices were left open by them`)
    }
    await setLatency(0)
    for (const id of broadcasts) await untilEnded(service, id, { withinMs: ENDED_WITHIN_MS })
    await untilNoJobs(service, { withinMs: ENDED_WITHIN_MS })
    const leftOpen = await slices.end()
    if (leftOpen === 0) throw new Error('no kill has left a slice open')
    const judged = await judge(service, { traits, broadcasts, recipients })
    return { kills, 'slices left open by a kill': leftOpen, ...judged }
  } finally {
    await workers.stop()
    await slices.stop()
  }
}

/** Waits until the worker is running, and then up to `timeoutMs` until a live worker has claimed something. */
async function untilAtWork(service, { name, timeoutMs }) {
  const isThere = async (statement, bindings) => (await service.sql(statement, bindings)).length > 0
  const hasComeUp = await becameTrue(() => isThere(CONNECTED, { name }), { withinMs: UP_WITHIN_MS })
  if (!hasComeUp) throw new Error(`${name} was not up within ${UP_WITHIN_MS / 1000} s`)
  const until = new Date(Date.now() + JOB_LEASE_MS)
  await becameTrue(() => isThere(CLAIMED, { until }), { withinMs: timeoutMs })
}

const UP_WITHIN_MS = 30_000
const JOB_LEASE_MS = 30_000
const CONNECTED = 'select from pg_stat_activity where application_name = :name limit 1'
const CLAIMED = 'select from job where fence is not null and run_at > :until limit 1'

async function haveEnded(service) {
  const [{ open }] = await service.sql(`select count(*) as open from broadcast where status in ('queued', 'sending')`)
  return open === '0'
}

async function judge(service, { traits, broadcasts, recipients }) {
  const sums = await judgeBroadcasts(service, broadcasts, { total: recipients, ...traits })
  const spent = await judgeLedger(service, ACCOUNT.name)
  // A second broadcast to the same numbers needs no look-ups.
  if (broadcasts.length === 1 && spent !== 2 * sums.sent) throw new Error(`${spent} were spent on ${sums.sent} sent`)
  return { broadcasts: broadcasts.length, ...sums, spent }
}
