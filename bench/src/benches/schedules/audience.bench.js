import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { carillonOn } from '../broadcasts/carillon-on.js'
import { memoryOf } from '../measuring/memory-of.js'
import { openAccount } from './open-accounts.js'
import { makeDue, storeSchedules } from './store-schedules.js'
import { startService } from '../../shared/service.js'

const BEGIN = fileURLToPath(new URL('./begin-occurrences.js', import.meta.url))
const CONTACTS = { small: 10, middle: 10_000, large: 1_000_000 }
/** The service's timeout for a statement. */
const STATEMENT_TIMEOUT_MS = 30_000
/** Memory is measured over several occurrences, because the first one also loads and compiles code. */
const BEGUN_FOR_MEMORY = 3
const ZONES = 7
const BEGUN_LATE_MS = 1_800_000
const shown = (name) => `${CONTACTS[name].toLocaleString('en')} contacts`
const BY_LOCAL_TIME = `${shown('large')} by local time`
const memoryFor = (name) => `memory of a process that begins sends to ${shown(name)}, MB`

export const bench = {
  title: `audience: beginning a scheduled send to ${shown('large')}: audience, consent, chunks, credits, all stored`,
  unit: 'ms',
  rounds: 5,

  async setup() {
    const service = await startService({ works: false })
    const fixture = await carillonOn(service.databaseUrl)
    try {
      const accounts = {}
      for (const [n, [name, contacts]] of Object.entries(CONTACTS).entries()) {
        accounts[name] = await openAccount(fixture, service.sql, { n, contacts })
        await storeSchedules(service.sql, { ...accounts[name], count: 1 })
      }
      await service.sql('vacuum analyze')
      const firstAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 - BEGUN_LATE_MS)
      return { service, accounts, worker: await startWorker(service), begun: 0, firstAt, under: null }
    } catch (error) {
      await service.stop()
      throw error
    } finally {
      await fixture.close()
    }
  },

  ours: beginning('large'),
  variants: {
    [BY_LOCAL_TIME]: beginning('large', { sendByLocalTime: true }),
    [shown('middle')]: beginning('middle'),
    [shown('small')]: beginning('small'),
  },
  peers: {},

  async figures(context) {
    const figures = {}
    for (const name of Object.keys(CONTACTS)) figures[memoryFor(name)] = await memoryOfBeginning(context, name)
    return figures
  },

  goals: [
    {
      text: 'of the time that a statement may take',
      ratio: ({ ours, variants }) => Math.max(ours, variants[BY_LOCAL_TIME]) / STATEMENT_TIMEOUT_MS,
      atMost: 0.5,
    },
    {
      text: `time for ${shown('large')}, times 100 times that for ${shown('middle')}`,
      ratio: ({ ours, variants }) => ours / (100 * variants[shown('middle')]),
      atMost: 1.5,
    },
    {
      text: `memory for ${shown('large')}, times that for ${shown('small')}`,
      ratio: ({ figures }) => figures[memoryFor('large')] / figures[memoryFor('small')],
      atMost: 1.25,
    },
  ],

  async check(context) {
    await judge(context)
    return `${context.begun} sends were begun and paid for, each to every contact of its audience once`
  },

  async teardown({ service, worker }) {
    await worker.stop()
    await service.stop()
  },
}

/** Measures from the claim of the schedule's job to the commit that starts its first send. */
function beginning(name, options = {}) {
  return {
    async prepare(context) {
      await judge(context)
      await putDue(context, name, options)
      return context.worker
    },
    run: (worker) => worker.begin(),
  }
}

/** Sets each occurrence to a unique, recent instant, because the instant identifies the occurrence. */
async function putDue(context, name, { sendByLocalTime = false } = {}) {
  const { service, accounts } = context
  const { account } = accounts[name]
  const at = new Date(context.firstAt.getTime() + 1_000 * context.begun++)
  await makeDue(service.sql, { accounts: [account], countOfEach: 1, at, sendByLocalTime })
  context.under = { account, at, contacts: CONTACTS[name], zones: sendByLocalTime ? ZONES : 1 }
}

/** Checks the result of the occurrence in the database. */
async function judge(context) {
  const { service, under } = context
  if (under === null) return
  context.under = null
  const { contacts, zones, account, at } = under
  const [sent] = await service.sql(SENT, { account, at })
  const expected = { sends: zones, total: contacts, length: contacts, phones: contacts, reserved: 2 * contacts }
  for (const [what, count] of Object.entries({ ...expected, started: 1 })) {
    if (Number(sent[what]) !== count) throw new Error(`${what}: ${sent[what]}, expected ${count}`)
  }
}

const SENT = `
  with sent as (
    select status, broadcast_id as id from schedule_send where account_id = :account and occurrence = :at
  ),
  chunk as (
    select length, phones from broadcast_chunk where account_id = :account and broadcast_id in (select id from sent)
  )
  select (select count(*) from sent) as sends,
         (select count(*) from sent where status = 'started') as started,
         (select sum(total) from broadcast where account_id = :account and id in (select id from sent)) as total,
         (select sum(length) from chunk) as length,
         (select count(distinct phone) from chunk cross join lateral unnest(string_to_array(phones, ',')) as phone)
           as phones,
         (select sum(amount) from ledger_entry
           where account_id = :account and to_place = 'reserved' and reference in (select id from sent)) as reserved`

/** The peak memory, in MB, of a new process that begins several sends. */
async function memoryOfBeginning(context, name) {
  const worker = await startWorker(context.service)
  try {
    for (let n = 0; n < BEGUN_FOR_MEMORY; n++) {
      await judge(context)
      await putDue(context, name)
      await worker.begin()
    }
    return await memoryOf(worker.pid).peak()
  } finally {
    await worker.stop()
  }
}

async function startWorker({ databaseUrl }) {
  const child = fork(BEGIN, [databaseUrl])
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The process that begins sends has ended')))
  failed.catch(() => {})
  await Promise.race([once(child, 'message'), failed])
  return {
    pid: child.pid,
    async begin() {
      child.send('begin')
      await Promise.race([once(child, 'message'), failed])
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
