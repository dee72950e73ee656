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
import { watchWrites } from './watch-writes.js'

/** In each wave, all workers but one are stalled. */
const LONG = { waves: 2, workers: 6, recipients: 10_000 }
const SHORT = { waves: 1, workers: 2, recipients: 6_000 }
const BROADCASTS = 2
const ACCOUNT = { name: 'Stall', key: { id: 'key_stall', secret: 'a-secret-of-the-campaign' }, from: '+12025550101' }

/** Slow enough for a worker to have open slices most of the time, also on a busy machine. */
const SLOW_MS = { asks: 4_000, guesses: 1_500 }
const STALL_WITHIN_MS = 400
/** The time in which a worker must be stalled outside of a transaction; a few tries are enough. */
const CAUGHT_WITHIN_MS = 60_000
/** A claim lasts for 30 s, and the lease of a slice for 12 s of that. */
const STALLED_FOR_MS = 31_000
/** If a stalled worker holds locks, the others wait until the database ends its transaction, after 60 s. */
const ENDED_WITHIN_MS = 150_000
const TRUE_WITHIN_MS = 60_000
/** Enough time for the woken workers to process the responses that they waited for. */
const WOKEN_FOR_MS = 4_000

export const campaign = {
  title: `SIGSTOP of ${2 * LONG.waves * (LONG.workers - 1)} workers past their lease, another one alive: 0 sent twice, 0 late writes`,

  run: ({ seed, short, say }) => onEachKind(seed, (scene) => stallOn({ ...scene, short, say })),
}

async function stallOn({ service, kind, traits, random, short, say }) {
  const { waves, workers: count, recipients } = short ? SHORT : LONG
  // Workers may be stalled anywhere in at most one wave; in the others, only outside of transactions, so without locks.
  const waveAnywhere = kind === 'asks' && !short ? waves : 0
  const phones = phonesOf(recipients)
  const [call] = await aBroadcaster(service, { ...ACCOUNT, phones })
  const setLatency = (latencyMs) => program(service.urls[0], { outcome: 'accept', latencyMs, ...traits })
  // Programs the provider before the workers start, because it decides the length of their slices.
  await setLatency(SLOW_MS[kind])
  const since = new Date()
  const workers = await startCarillonWorkers(service, { count })
  const slices = await watchSlices(service)
  const sums = {}
  try {
    const writes = await watchWrites(service)
    await untilQuerying(service, { count, since })
    for (let wave = 1; wave <= waves; wave++) {
      await setLatency(SLOW_MS[kind])
      const broadcasts = await startBroadcasts(service, { call, phones })
      const alive = Math.floor(random() * count)
      const places = Array.from({ length: count }, (_, place) => place).filter((place) => place !== alive)
      const stalling = { service, workers, slices, places, random, isAnywhere: wave === waveAnywhere }
      const taken = await takeOver(stalling, { broadcasts, onStalled: () => setLatency(0) })
      const woken = await wake({ service, workers, places, writes, count })
      const judged = await judgeBroadcasts(service, broadcasts, { total: recipients, ...traits })
      const figures = { stalls: places.length, ...taken, ...woken, ...judged }
      for (const [name, figure] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + figure
      say(`${kind}: wave ${wave}, ${JSON.stringify(figures)}`)
    }
    await slices.end()
  } finally {
    await slices.stop()
    await workers.stop()
  }
  return { ...sums, spent: await judgeLedger(service, ACCOUNT.name) }
}

/** Starts broadcasts and waits until more than one worker has open slices. Returns the ids of the broadcasts. */
async function startBroadcasts(service, { call, phones }) {
  const ids = []
  for (let i = 0; i < BROADCASTS; i++) {
    ids.push(await startBroadcast(call, { from: ACCOUNT.from, phones, body: 'Ding dong' }))
  }
  await untilShared(service, { withinMs: TRUE_WITHIN_MS })
  return ids
}

/** Stalls all workers but one until their claims have expired; the remaining worker completes their work. */
async function takeOver(stalling, { broadcasts, onStalled }) {
  const { service, slices } = stalling
  const leftOpen = slices.leftOpen()
  const inTransaction = await stallAll(stalling)
  const stalledAt = performance.now()
  await onStalled()
  for (const id of broadcasts) await untilEnded(service, id, { withinMs: ENDED_WITHIN_MS })
  await untilNoJobs(service, { withinMs: ENDED_WITHIN_MS })
  await delay(Math.max(0, STALLED_FOR_MS - (performance.now() - stalledAt)))
  const takenOver = slices.leftOpen() - leftOpen
  if (takenOver === 0) throw new Error('no stalled worker had an open slice')
  return { 'in a transaction': inTransaction, 'slices taken over': takenOver }
}

/** Stalls the workers when at least one of them has an open slice. Returns how many were stalled in a transaction. */
async function stallAll(stalling) {
  const { workers, slices, places } = stalling
  const deadline = performance.now() + CAUGHT_WITHIN_MS
  while (performance.now() < deadline) {
    let inTransaction = 0
    for (const place of places) inTransaction += await stall(stalling, place)
    const open = await Promise.all(places.map((place) => slices.openOf(`worker-${place}`)))
    if (open.some((count) => count > 0)) return inTransaction
    for (const place of places) workers.signal(place, 'SIGCONT')
  }
  throw new Error(`the workers had no open slice whenever they were stalled, for ${CAUGHT_WITHIN_MS / 1000} s`)
}

/** Stalls the worker. Returns 1 if it was stalled in a transaction, else 0. */
async function stall({ service, workers, random, isAnywhere }, place) {
  const deadline = performance.now() + CAUGHT_WITHIN_MS
  while (performance.now() < deadline) {
    await delay(random() * STALL_WITHIN_MS)
    workers.signal(place, 'SIGSTOP')
    await delay(SETTLE_MS)
    const [{ open }] = await service.sql(TRANSACTIONS, { name: `worker-${place}` })
    if (open === '0') return 0
    if (isAnywhere) return 1
    workers.signal(place, 'SIGCONT')
  }
  throw new Error(`worker-${place} was in a transaction whenever it was stalled, for ${CAUGHT_WITHIN_MS / 1000} s`)
}

/** Enough time for a running statement to end in the database. */
const SETTLE_MS = 100

const TRANSACTIONS = `
  select count(*) as open from pg_stat_activity where application_name = :name and xact_start is not null`

/** Wakes the stalled workers. All work is done, so they must write nothing, and they must not die. */
async function wake({ service, workers, places, writes, count }) {
  await writes.begin()
  const submitted = await submissions(service)
  const wokenAt = new Date()
  for (const place of places) workers.signal(place, 'SIGCONT')
  await untilQuerying(service, { count, since: wokenAt })
  await delay(WOKEN_FOR_MS)
  const late = await writes.end()
  if (late.length > 0) throw new Error(`nothing was left to do, but there were writes: ${late.join(', ')}`)
  if (workers.deaths().length > 0) throw new Error(`workers have died: ${workers.deaths().join(', ')}`)
  return { 'late writes': 0, 'submitted late': (await submissions(service)) - submitted }
}

async function submissions(service) {
  const [{ count }] = await service.sql(
    'select count(*) + coalesce(sum(repetitions), 0) as count from fake_sms_submission',
  )
  return Number(count)
}

/** Waits until each worker has run a statement. */
async function untilQuerying(service, { count, since }) {
  const haveQueried = async () => (await service.sql(QUERYING, { since })).length === count
  if (await becameTrue(haveQueried, { withinMs: TRUE_WITHIN_MS })) return
  throw new Error(`not all ${count} workers have run a statement within ${TRUE_WITHIN_MS / 1000} s`)
}

const QUERYING = `
  select distinct application_name
    from pg_stat_activity
   where application_name like 'worker-%' and query_start > :since`
