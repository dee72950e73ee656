import { setTimeout as delay } from 'node:timers/promises'
import { startCarillonWorkers } from '../../shared/carillon-workers.js'
import { carillonOn } from '../broadcasts/carillon-on.js'
import { processorTimeOf, processorTimeOfPostgres } from '../measuring/processor-time.js'
import { quantile } from '../../shared/quantile.js'
import { timeRecomputing, watchIdleWorker } from './idle-worker.js'
import { openAccounts } from './open-accounts.js'
import { makeDue, storeSchedules } from './store-schedules.js'
import { startService } from '../../shared/service.js'

const DUE = 1_000
const CONTACTS = 10
const ACCOUNTS = 1_000
const LARGE_ACCOUNTS = 100
/** How many schedules the nth account has, 100,000 in total. In one variant, the first account has all that are due. */
const schedulesOf = (n) => (n === 0 ? 1_000 : n < LARGE_ACCOUNTS ? 900 : 11)
const STORED = Array.from({ length: ACCOUNTS }, (_, n) => schedulesOf(n)).reduce((sum, count) => sum + count, 0)

const STARTED_WITHIN_MS = 5_000
const MADE_DUE_AHEAD_MS = 5_000
const POLL_EVERY_MS = 100
const TIMEOUT_MS = 120_000

const OF_ONE = 'all of one account'
const OF_1_000 = 'of 1,000 accounts'
const IDLE = 'statements a second that poll for schedules while none is due'
const shown = (count) => count.toLocaleString('en')

export const bench = {
  title: `due-schedules: ${shown(DUE)} of ${shown(STORED)} schedules of 100 accounts, due at one instant, until the last has started`,
  unit: 'ms',
  rounds: 5,

  async setup() {
    const service = await startService({ works: false })
    const fixture = await carillonOn(service.databaseUrl)
    try {
      return await contextOf(service, fixture)
    } catch (error) {
      await fixture.close()
      await service.stop()
      throw error
    }
  },

  ours: due({ accounts: LARGE_ACCOUNTS }),
  variants: { [OF_ONE]: due({ accounts: 1 }), [OF_1_000]: due({ accounts: ACCOUNTS }) },
  peers: {},

  async figures({ rounds, idle, recomputingSeconds }) {
    return {
      ...Object.assign({}, ...Object.entries(rounds).map(([accounts, latenesses]) => figuresOf(accounts, latenesses))),
      [IDLE]: idle.full.pollsPerSecond,
      'pages that one of them reads': idle.full.pages,
      'ms of Postgres for one of them': idle.full.tookMs,
      'ms of processor time that Postgres takes per second, nothing due': idle.full.postgresMsPerSecond,
      'the same with no schedule stored': idle.empty.postgresMsPerSecond,
      'seconds until a starting process has looked through all schedules': recomputingSeconds,
    }
  },

  goals: [
    { text: 'ms until the last has started', ratio: ({ ours }) => ours, atMost: STARTED_WITHIN_MS },
    ...[OF_ONE, OF_1_000].map((name) => ({
      text: `the same, ${name}`,
      ratio: ({ variants }) => variants[name],
      atMost: STARTED_WITHIN_MS,
    })),
    { text: IDLE, ratio: ({ figures }) => figures[IDLE], atMost: 1.05 },
  ],

  async check(context) {
    await rest(context)
    const { rounds, idle } = context
    const times = Object.values(rounds).flat().length
    return `in ${times} rounds each of ${shown(DUE)} schedules was sent once to its ${CONTACTS} contacts, none before its time; due jobs are found by ${idle.full.indexes.join(', ')}`
  },

  async teardown({ service, fixture, workers }) {
    await workers.stop()
    await fixture.close()
    await service.stop()
  },
}

async function contextOf(service, fixture) {
  const idle = { empty: await watchIdleWorker(service) }
  const accounts = await openAccounts(fixture, service.sql, { count: ACCOUNTS, contacts: CONTACTS })
  for (const [n, one] of accounts.entries()) await storeSchedules(service.sql, { ...one, count: schedulesOf(n) })
  await service.sql('vacuum analyze')
  await service.sql('checkpoint')
  idle.full = await watchIdleWorker(service)
  const recomputingSeconds = await timeRecomputing(fixture)
  const workers = await startCarillonWorkers(service, { count: 1 })
  return { service, accounts, fixture, idle, recomputingSeconds, workers, rounds: {}, under: null }
}

/** Measures from the instant at which the schedules are due until every broadcast has started. */
function due({ accounts: count }) {
  return {
    async prepare(context) {
      await rest(context)
      const { service, accounts } = context
      const at = new Date(Math.ceil((Date.now() + MADE_DUE_AHEAD_MS) / 1_000) * 1_000)
      const some = accounts.slice(0, count).map(({ account }) => account)
      await makeDue(service.sql, { accounts: some, countOfEach: DUE / count, at })
      if (Date.now() > at.getTime()) throw new Error('The schedules became due before all of them were stored')
      context.under = { at, count, before: await processorTime(context) }
      await delay(at.getTime() - Date.now())
      return context
    },
    run: async (context) => untilAll(context, STARTED, DUE),
  }
}

/** Waits until the started broadcasts have completed, and checks them. */
async function rest(context) {
  const { under, service, rounds } = context
  if (under === null) return
  context.under = null
  await untilAll({ ...context, under }, COMPLETED, DUE)
  await service.sql('analyze message, fake_sms_submission, schedule_send, broadcast')
  const sends = await service.sql(SENDS, { at: under.at })
  const latenesses = latenessesOf(sends, under.at)
  const processorMs = ((await processorTime(context)) - under.before) / DUE
  rounds[under.count] = [...(rounds[under.count] ?? []), { ...latenesses, processorMs: [processorMs] }]
}

async function processorTime({ service, workers }) {
  return (await processorTimeOfPostgres(service.dataDir)) + (await processorTimeOf(workers.pidOf(0)))
}

async function untilAll({ service, under }, statement, expected) {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const [{ count }] = await service.sql(statement, { at: under.at })
    if (count === expected) return
    if (performance.now() > deadline) throw new Error(`${count} of ${expected} were found after ${TIMEOUT_MS} ms`)
    await delay(POLL_EVERY_MS)
  }
}

const STARTED = 'select count(*)::integer as count from broadcast where created_at >= :at and started_at is not null'
const COMPLETED =
  'select count(*)::integer as count from broadcast where created_at >= :at and completed_at is not null'

/** Each send, as stored by the service and by the provider. */
const SENDS = `
  with arrived as (
    select message.account_id, message.broadcast_id, min(submitted_at) as first_at, max(submitted_at) as last_at,
           count(*)::integer as texts, count(distinct phone)::integer as phones,
           sum(repetitions)::integer as repetitions
      from message
      join fake_sms_submission as text on text.reference = message.account_id || '.' || message.id
     where message.created_at >= :at and message.broadcast_id is not null
     group by message.account_id, message.broadcast_id
  )
  select send.schedule_id, send.status, send.scheduled_for, broadcast.created_at, broadcast.started_at, arrived.*
    from schedule_send as send
    join broadcast on broadcast.account_id = send.account_id and broadcast.id = send.broadcast_id
    join arrived on arrived.account_id = broadcast.account_id and arrived.broadcast_id = broadcast.id
   where send.occurrence = :at`

function latenessesOf(sends, at) {
  const schedules = new Set(sends.map(({ schedule_id }) => schedule_id))
  if (sends.length !== DUE || schedules.size !== DUE) {
    throw new Error(`${sends.length} sends of ${schedules.size} schedules, expected ${DUE}`)
  }
  for (const send of sends) {
    const { status, scheduled_for, started_at, first_at, texts, phones, repetitions } = send
    const isOnce = texts === CONTACTS && phones === CONTACTS && repetitions === 0 && status === 'started'
    if (!isOnce) throw new Error(`A send did not reach each contact once: ${JSON.stringify(send)}`)
    const isEarly = [scheduled_for, started_at, first_at].some((time) => time < at)
    if (isEarly) throw new Error(`A send was too early: ${JSON.stringify(send)}`)
  }
  const late = (name) => sends.map((send) => send[name] - at)
  return { begun: late('created_at'), started: late('started_at'), arrived: late('last_at') }
}

function figuresOf(accounts, latenesses) {
  const of = `${shown(Number(accounts))} account${accounts === '1' ? '' : 's'}`
  const spent = latenesses.flatMap(({ processorMs }) => processorMs)
  const figures = { [`ms of worker and Postgres for each, to its last text, ${of}`]: quantile(spent, 0.5) }
  for (const [step, name] of Object.entries(STEPS)) {
    const all = latenesses.flatMap((round) => round[step])
    for (const [share, called] of Object.entries(SHARES)) {
      figures[`${name}, ${called}, ms, ${of}`] = quantile(all, Number(share))
    }
  }
  return figures
}

const STEPS = { begun: 'accepted', started: 'started', arrived: 'last text at the provider' }
const SHARES = { 0.5: 'median', 0.95: 'p95', 1: 'last' }
