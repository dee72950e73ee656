import { migrate } from '@carillon/postgres'
import { setTimeout as delay } from 'node:timers/promises'
import { startCitus } from '../../shared/citus-lab.js'
import { numberOf } from '../../shared/contact-numbers.js'
import { carillonOn } from '../broadcasts/carillon-on.js'
import { startDispatchers } from '../broadcasts/dispatchers.js'
import { lookUpAll } from '../broadcasts/fixture.js'
import { openAccounts } from '../schedules/open-accounts.js'
import { makeDue, storeSchedules } from '../schedules/store-schedules.js'
import { onEachWay } from './on-cluster.js'

const DUE = 1_000
const ACCOUNTS = 100
const CONTACTS = 10
const STORED = 10_000
const SHARDS = 8
const MADE_DUE_AHEAD_MS = 8_000
/** Each count reads all broadcasts, on the cluster through its planner: frequent ones would be part of what is measured. */
const POLL_EVERY_MS = 250
const TIMEOUT_MS = 120_000
const PLAIN = 'one Postgres of the same version'
const WORKER = 'through a worker node'
const shown = (count) => count.toLocaleString('en')

export const bench = {
  title: `citus-due-schedules: ${shown(DUE)} of ${shown(STORED)} schedules of ${ACCOUNTS} accounts, due at one instant, until the last has started, on a Citus cluster of two workers and ${SHARDS} shards on this machine`,
  unit: 'ms',
  rounds: 5,

  async setup() {
    const cluster = await startCitus()
    const services = await onEachWay(cluster, SHARDS, serviceOn)
    return { cluster, services, under: null, rounds: 0 }
  },

  ours: due('coordinator'),
  variants: { [WORKER]: due('worker') },
  peers: { [PLAIN]: due('plain') },

  goals: [
    { text: 'through the coordinator, of one Postgres', ratio: ({ ours, peers }) => peers[PLAIN] / ours, atLeast: 0.8 },
    {
      text: 'through a worker node, of one Postgres',
      ratio: ({ variants, peers }) => peers[PLAIN] / variants[WORKER],
      atLeast: 0.8,
    },
  ],

  async check(context) {
    await rest(context)
    return `in ${context.rounds} rounds each of ${shown(DUE)} schedules was sent once to its ${CONTACTS} contacts, none before its time`
  },

  async teardown({ cluster, services }) {
    for (const { fixture, worker } of Object.values(services)) {
      await worker.stop()
      await fixture.close()
    }
    await cluster.stop()
  },
}

async function serviceOn(url) {
  const fixture = await carillonOn(url)
  const sql = async (statement, bindings = {}) => (await fixture.knex.raw(statement, bindings)).rows
  await migrate(fixture.knex)
  const accounts = await openAccounts(fixture, sql, { count: ACCOUNTS, contacts: CONTACTS })
  const phones = Array.from({ length: CONTACTS }, (_, i) => numberOf(i))
  for (const one of accounts) {
    await lookUpAll(fixture, { id: one.account }, phones)
    await storeSchedules(sql, { ...one, count: STORED / ACCOUNTS })
  }
  await sql('vacuum analyze')
  return { fixture, sql, accounts: accounts.map(({ account }) => account), worker: await startDispatchers(url, 1) }
}

/** Measures from the instant at which the schedules are due until every broadcast has started. */
function due(name) {
  return {
    async prepare(context) {
      await rest(context)
      const { sql, accounts, worker } = context.services[name]
      const at = new Date(Math.ceil((Date.now() + MADE_DUE_AHEAD_MS) / 1_000) * 1_000)
      for (const account of accounts) await makeDue(sql, { accounts: [account], countOfEach: DUE / ACCOUNTS, at })
      if (Date.now() > at.getTime()) throw new Error('The schedules became due before all of them were stored')
      worker.work()
      context.under = { at, sql, worker }
      await delay(at.getTime() - Date.now())
      return context.under
    },
    run: ({ sql, at }) => untilAll(sql, STARTED, at),
  }
}

/** Waits until the started broadcasts have completed, and checks them. */
async function rest(context) {
  const { under } = context
  if (under === null) return
  context.under = null
  const { at, sql, worker } = under
  await untilAll(sql, COMPLETED, at)
  const reports = await worker.rest()
  const texts = reports.reduce((sum, { references }) => sum + references.length, 0)
  const repeated = reports.reduce((sum, report) => sum + report.repeated, 0)
  const [sent] = await sql(SENT, { at })
  const found = { ...sent, texts, repeated }
  const expected = { sends: DUE, schedules: DUE, early: 0, texts: DUE * CONTACTS, repeated: 0 }
  for (const [what, count] of Object.entries(expected)) {
    if (found[what] !== count) throw new Error(`${what}: ${found[what]}, expected ${count}`)
  }
  context.rounds++
}

async function untilAll(sql, statement, at) {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const [{ count }] = await sql(statement, { at })
    if (count === DUE) return
    if (performance.now() > deadline) throw new Error(`${count} of ${DUE} were found after ${TIMEOUT_MS} ms`)
    await delay(POLL_EVERY_MS)
  }
}

const STARTED = 'select count(*)::integer as count from broadcast where created_at >= :at and started_at is not null'
const COMPLETED =
  'select count(*)::integer as count from broadcast where created_at >= :at and completed_at is not null'

const SENT = `
  select count(*)::integer as sends, count(distinct send.schedule_id)::integer as schedules,
         (count(*) filter (where broadcast.started_at < send.scheduled_for))::integer as early
    from schedule_send as send
    join broadcast on broadcast.account_id = send.account_id and broadcast.id = send.broadcast_id
   where send.occurrence = :at and send.status = 'started'`
