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

/** Waves on each kind of provider, of so many workers but one. */
const LONG = { waves: 2, workers: 6, recipients: 10_000 }
const SHORT = { waves: 1, workers: 4, recipients: 6_000 }
const BROADCASTS = 2
const ACCOUNT = { name: 'Stall', key: { id: 'key_stall', secret: 'a-secret-of-the-campaign' }, from: '+12025550101' }

/** So that a worker has its slices in hand for most of the time. */
const SLOW_MS = { asks: 4_000, guesses: 500 }
const STALL_WITHIN_MS = 400
/** A claim lasts for 30 s, and the lease of a slice for 12 s of that. */
const STALLED_FOR_MS = 31_000
/** Where a stalled worker holds locks, the others wait until the database ends its transaction, after 60 s. */
const ENDED_WITHIN_MS = 150_000
/** For what the woken ones had in hand: their answers are there, and nobody waits any more. */
const WOKEN_FOR_MS = 4_000

export const campaign = {
  title: `SIGSTOP of ${2 * LONG.waves * (LONG.workers - 1)} workers past their lease, another one alive: 0 sent twice, 0 late writes`,

  /** Each kind of provider on a service of its own, both at once. */
  async run({ seed, short, say }) {
    const size = short ? SHORT : LONG
    const figures = await Promise.all(
      Object.entries(KINDS).map(async ([kind, traits], i) => {
        const random = randomNumbers(seed + i)
        // They may be stalled wherever they are in one wave, and else only where nobody waits for their locks.
        const waveAnywhere = kind === 'asks' && !short ? size.waves : 0
        const told = await stallOn({ random, kind, traits, waveAnywhere, say, ...size })
        return Object.entries(told).map(([name, figure]) => [`${kind}: ${name}`, figure])
      }),
    )
    return Object.fromEntries(figures.flat())
  },
}

async function stallOn({ random, kind, traits, waves, workers: count, recipients, waveAnywhere, say }) {
  const service = await startService({ works: false })
  const phones = phonesOf(recipients)
  try {
    const [call] = await aBroadcaster(service, { ...ACCOUNT, phones })
    const answerWithin = (latencyMs) => program(service.urls[0], { outcome: 'accept', latencyMs, ...traits })
    await answerWithin(SLOW_MS[kind])
    const since = new Date()
    const workers = await startWorkers(service, { count })
    const slices = watchSlices(service)
    const writes = await watchWrites(service)
    const sums = {}
    try {
      await untilAsking(service, { count, since })
      for (let wave = 1; wave <= waves; wave++) {
        const anywhere = wave === waveAnywhere
        const place = { service, workers, count, slices, writes, random, call, phones, traits, anywhere }
        await answerWithin(SLOW_MS[kind])
        const figures = await stallUnder({ ...place, onStalled: () => answerWithin(0) })
        for (const [name, figure] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + figure
        say(`${kind}: wave ${wave}, ${JSON.stringify(figures)}`)
      }
    } finally {
      await slices.end()
      await workers.stop()
    }
    return { ...sums, spent: await judgeLedger(service, ACCOUNT.name) }
  } finally {
    await service.stop()
  }
}

async function stallUnder({
  service,
  workers,
  count,
  slices,
  writes,
  random,
  call,
  phones,
  traits,
  anywhere,
  onStalled,
}) {
  const leftOpen = slices.leftOpen()
  const broadcasts = []
  for (let i = 0; i < BROADCASTS; i++) {
    broadcasts.push(await startBroadcast(call, { from: ACCOUNT.from, phones, body: 'Ding dong' }))
  }
  await untilBegun(service, broadcasts)
  const alive = Math.floor(random() * count)
  const places = Array.from({ length: count }, (_, place) => place).filter((place) => place !== alive)
  let inTransaction = 0
  for (const place of places) inTransaction += await stall({ service, workers, place, random, anywhere })
  const stalledAt = performance.now()
  await onStalled()
  for (const id of broadcasts) await untilEnded(service, id, { withinMs: ENDED_WITHIN_MS })
  await untilNoJobs(service, { withinMs: ENDED_WITHIN_MS })
  await delay(Math.max(0, STALLED_FOR_MS - (performance.now() - stalledAt)))
  const takenOver = slices.leftOpen() - leftOpen
  if (takenOver === 0) throw new Error('no stalled worker had a slice in hand')

  await writes.begin()
  const handedOver = await handOvers(service)
  const wokenAt = new Date()
  for (const place of places) workers.signal(place, 'SIGCONT')
  await untilAsking(service, { count, since: wokenAt })
  await delay(WOKEN_FOR_MS)
  const late = await writes.end()
  if (late.length > 0) throw new Error(`nothing was left to do, and yet there were writes: ${late.join(', ')}`)
  if (workers.deaths().length > 0) throw new Error(`workers have died: ${workers.deaths().join(', ')}`)

  const sums = { sent: 0, unknown: 0, 'unknown that arrived': 0 }
  for (const id of broadcasts) {
    const judged = await judgeBroadcast(service, { id, total: phones.length, ...traits })
    for (const name of Object.keys(sums)) sums[name] += judged[name]
  }
  return {
    stalls: places.length,
    'in a transaction': inTransaction,
    'slices taken over': takenOver,
    'late writes': 0,
    'handed over late': (await handOvers(service)) - handedOver,
    ...sums,
  }
}

/** 1 when it stands in a transaction now, else 0. */
async function stall({ service, workers, place, random, anywhere }) {
  for (;;) {
    await delay(random() * STALL_WITHIN_MS)
    workers.signal(place, 'SIGSTOP')
    await delay(SETTLE_MS)
    const [{ open }] = await service.sql(TRANSACTIONS, { name: `worker-${place}` })
    if (open === '0') return 0
    if (anywhere) return 1
    workers.signal(place, 'SIGCONT')
  }
}

/** A statement that it had sent ends by itself. */
const SETTLE_MS = 100

const TRANSACTIONS = `
  select count(*) as open from pg_stat_activity where application_name = :name and xact_start is not null`

async function untilBegun(service, broadcasts) {
  await until(async () => {
    const rows = await service.sql(`select id from broadcast where status <> 'queued' and id = any (:broadcasts)`, {
      broadcasts,
    })
    return rows.length === broadcasts.length
  })
}

/** Each worker has asked the database something. */
async function untilAsking(service, { count, since }) {
  await until(async () => {
    const rows = await service.sql(ASKING, { since })
    return rows.length === count
  })
}

const ASKING = `
  select distinct application_name
    from pg_stat_activity
   where application_name like 'worker-%' and query_start > :since`

const TRUE_WITHIN_MS = 60_000

async function until(isTrue) {
  const deadline = performance.now() + TRUE_WITHIN_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not true within ${TRUE_WITHIN_MS / 1000} s: ${isTrue}`)
    await delay(100)
  }
}

/** All that a settlement writes. */
const TABLES = [
  'message',
  'broadcast',
  'broadcast_chunk',
  'job',
  'dead_job',
  'ledger_entry',
  'credit_balance',
  'carrier_look_up',
  'sender_pace',
  'recipient_key',
  'event',
  'consent_log',
]

/** Has the database note every write from `begin` to `end`, and who wrote: also one that is undone by a later one. */
async function watchWrites(service) {
  await service.sql(WATCH)
  for (const table of TABLES) {
    for (const [operation, rows] of Object.entries({ insert: 'new', update: 'new', delete: 'old' })) {
      await service.sql(
        `create trigger see_${operation} after ${operation} on ${table} referencing ${rows} table as written
           for each statement execute function see_write()`,
      )
    }
  }
  return {
    begin: () => service.sql('update write_watch set is_on = true'),
    async end() {
      await service.sql('update write_watch set is_on = false')
      const writes = await service.sql('select distinct written_by, name from seen_write order by 1, 2')
      return writes.map(({ written_by: who, name }) => `${who} in ${name}`)
    },
  }
}

const WATCH = `
  create table write_watch (is_on boolean not null);
  insert into write_watch values (false);
  create table seen_write (name text not null, written_by text not null);
  create function see_write() returns trigger language plpgsql as $$
    begin
      if (select is_on from write_watch) and exists (select from written) then
        insert into seen_write values (tg_table_name, current_setting('application_name'));
      end if;
      return null;
    end
  $$`

async function handOvers(service) {
  const [{ count }] = await service.sql(
    'select count(*) + coalesce(sum(repetitions), 0) as count from fake_sms_submission',
  )
  return Number(count)
}
