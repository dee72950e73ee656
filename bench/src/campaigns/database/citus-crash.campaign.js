import { setTimeout as delay } from 'node:timers/promises'
import { connect, distribute, migrate } from '@carillon/postgres'
import { createClusterDatabase, startCitus } from '../../shared/citus-lab.js'
import { quantile } from '../../shared/quantile.js'
import { anAccount } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'
import { phonesOf, startBroadcast, untilNoJobs } from '../broadcasts/broadcasting.js'
import { judgeLedger } from '../credits/judge-ledger.js'

/** The short form runs on a busy machine, so it judges no times. */
const LONG = { kills: 5, baselineMs: 15_000, downMs: 6_000, judgesTimes: true }
const SHORT = { kills: 2, baselineMs: 3_000, downMs: 3_000, judgesTimes: false }
const ACCOUNTS_OF_NODE = 4
const WORKERS = 2
const RECIPIENTS = 500
const BROADCAST_WITHIN_MS = 30_000
const PHONES = ['+12025550140', '+12025550141', '+12025550142', '+12025550143']
const PAUSE_MS = 20
const UP_AGAIN_WITHIN_MS = 60_000
const DRAINED_WITHIN_MS = 90_000

export const campaign = {
  title: `a worker node of a Citus cluster killed ${LONG.kills} times while 8 accounts send: accounts elsewhere do not notice, nothing is lost, nothing is sent twice`,

  /** Has no random choices. */
  async run({ short, say }) {
    const { kills, baselineMs, downMs, judgesTimes } = short ? SHORT : LONG
    const cluster = await startCitus({ workers: WORKERS })
    let service = null
    try {
      const { coordinator } = await createClusterDatabase(cluster, 'crash', connect)
      await prepare(coordinator)
      service = await startService({ databaseUrl: coordinator })
      const accounts = await accountsOnEachNode(service)
      const { load, during, end } = startLoad(accounts)
      await during(delay(baselineMs / 3))
      load.phase = 'alone'
      await during(delay(baselineMs))
      for (let kill = 1; kill <= kills; kill++) {
        const node = 1 + (kill % WORKERS)
        load.down = node
        load.phase = 'elsewhere'
        await cluster.kill(node)
        await during(Promise.all([delay(downMs), importAndBroadcast(service, runningOf(accounts, node), kill)]))
        load.phase = null
        await cluster.restart(node)
        const backMs = await during(untilSent(accounts, node))
        load.down = null
        say(`kill ${kill} of node ${node}: its accounts sent again ${(backMs / 1000).toFixed(1)} s after its start`)
        await delay(PAUSE_MS * 10)
      }
      await end()
      await untilNoJobs(service, { withinMs: DRAINED_WITHIN_MS })
      return { kills, ...judgeWaits(load, judgesTimes), ...(await judgeSends(service, accounts, load)) }
    } finally {
      await service?.stop()
      await cluster.stop()
    }
  },
}

async function prepare(url) {
  const knex = await connect(url)
  await migrate(knex)
  await distribute(knex)
  await knex.destroy()
}

/** As many accounts on each worker node as the campaign needs. Accounts that are too many stay unused. */
async function accountsOnEachNode(service) {
  const accounts = []
  for (let i = 0; accounts.length < ACCOUNTS_OF_NODE * WORKERS; i++) {
    const name = `Account ${i}`
    const from = `+1202555${String(i + 200).padStart(4, '0')}`
    const key = { id: `key_crash_${i}`, secret: 'a-secret-of-the-campaign' }
    const [call] = await anAccount(service, { name, key, from, phones: PHONES, credits: { sms: 1_000_000 } })
    const [{ node }] = await service.sql(NODE_OF, { name })
    if (accounts.filter((account) => account.node === node).length < ACCOUNTS_OF_NODE) {
      accounts.push({ name, from, call, node, sent: 0 })
    }
  }
  return accounts
}

/** Nodes are numbered in the order in which they joined. */
const NODE_OF = `
  select (
           select count(*)::integer from pg_dist_node as other
            where other.groupid > 0 and other.nodeid <= pg_dist_node.nodeid
         ) as node
    from account
    join pg_dist_placement on shardid = get_shard_id_for_distribution_column('message', account.id)
    join pg_dist_node using (groupid)
   where account.name = :name`

/** Each account has one request in flight, which it repeats until it gets a 201. */
function startLoad(accounts) {
  const load = {
    /** The node that is down. */
    down: null,
    /** What the times of accounts on running nodes count for. */
    phase: null,
    isOver: false,
    waits: { alone: [], elsewhere: [] },
    refused: 0,
    refusedElsewhere: [],
    keys: new Map(),
  }
  const clients = Promise.all(accounts.map((account) => sendAll(load, account)))
  const failed = clients.then(() => new Promise(() => {}))
  return {
    load,
    /** Rejects as soon as a client fails. */
    during: (work) => Promise.race([work, failed]),
    async end() {
      load.isOver = true
      await clients
    },
  }
}

async function sendAll(load, account) {
  const { name, from, call, node } = account
  for (let i = 0; !load.isOver; i++) {
    const idempotencyKey = `${name.replace(' ', '-')}-${i}`
    const message = { to: PHONES[i % PHONES.length], from, body: `Ding ${i}`, idempotencyKey }
    for (;;) {
      const [phase, since] = [load.phase, performance.now()]
      const { status, headers, body } = await call('POST', '/messaging/message', message)
      if (phase !== null && phase === load.phase && load.down !== node) {
        load.waits[phase].push(performance.now() - since)
      }
      if (status === 201) {
        load.keys.set(idempotencyKey, body.id)
        account.sent++
        break
      }
      if (status !== 503 && status !== 409) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
      if (status === 503 && headers['retry-after'] === undefined) throw new Error(`${name}: 503 without Retry-After`)
      if (load.down === node) load.refused++
      else load.refusedElsewhere.push(`${name} on node ${node}, while node ${load.down} was down: ${status}`)
      await delay(PAUSE_MS * 5)
    }
    await delay(PAUSE_MS)
  }
}

/** An account whose node runs. */
function runningOf(accounts, node) {
  return accounts.find((account) => account.node !== node)
}

/** Imports contacts and sends them a broadcast, while a node that has nothing to do with the account is down. */
async function importAndBroadcast(service, { name, from, call }, kill) {
  const phones = phonesOf(RECIPIENTS)
  await service.importContacts(name, { group: 'All', phones })
  const id = await startBroadcast(call, { from, phones, body: `Ding dong ${kill}` })
  const deadline = performance.now() + BROADCAST_WITHIN_MS
  for (;;) {
    const { status, body } = await call('GET', `/messaging/broadcast/${id}`)
    if (status !== 200) throw new Error(`reading a broadcast: ${status} ${JSON.stringify(body)}`)
    if (body.status === 'completed') return
    if (performance.now() > deadline) throw new Error(`a broadcast beside a node that is down: ${JSON.stringify(body)}`)
    await delay(PAUSE_MS)
  }
}

async function untilSent(accounts, node) {
  const own = accounts.filter((account) => account.node === node).map((account) => ({ account, sent: account.sent }))
  const since = performance.now()
  while (own.some(({ account, sent }) => account.sent <= sent)) {
    if (performance.now() - since > UP_AGAIN_WITHIN_MS)
      throw new Error(`node ${node} is up, and its accounts do not send`)
    await delay(PAUSE_MS)
  }
  return performance.now() - since
}

function judgeWaits({ waits, refused, refusedElsewhere }, judgesTimes) {
  if (refusedElsewhere.length > 0)
    throw new Error(`accounts on running nodes were refused: ${refusedElsewhere.join('; ')}`)
  if (refused === 0) throw new Error('no account on a node that was down was refused, so no node was down')
  const [alone, elsewhere] = [waits.alone, waits.elsewhere].map((list) => list.toSorted((a, b) => a - b))
  const p99 = quantile(alone, 0.99)
  const longest = elsewhere.at(-1)
  if (judgesTimes && quantile(elsewhere, 0.99) > 2 * p99) {
    throw new Error(`p99 beside a node that is down: ${quantile(elsewhere, 0.99)} ms, and before ${p99} ms`)
  }
  return {
    'sends before, p50 and p99, ms': `${quantile(alone, 0.5).toFixed(1)}, ${p99.toFixed(1)}`,
    'sends of accounts elsewhere, p50 and p99, ms': `${quantile(elsewhere, 0.5).toFixed(1)}, ${quantile(elsewhere, 0.99).toFixed(1)}`,
    'the longest of them, ms': longest.toFixed(1),
    'and how many took over 2 × p99': elsewhere.filter((ms) => ms > 2 * p99).length,
    'requests refused with 503 on the node that was down': refused,
  }
}

/** Every response has its message, which arrived once, and the ledgers agree with the balances. */
async function judgeSends(service, accounts, { keys }) {
  const rows = await service.sql(SENDS)
  const texts = new Map((await service.sql(TEXTS)).map(({ reference, count }) => [reference, count]))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  if (byKey.size !== rows.length) throw new Error(`${rows.length} messages have ${byKey.size} keys`)
  for (const [key, id] of keys) {
    if (byKey.get(key)?.id !== id)
      throw new Error(`the response to ${key} was ${id}, and ${byKey.get(key)?.id} is stored`)
  }
  const wrong = rows.find((row) => row.status !== 'sent' || texts.get(`${row.account_id}.${row.id}`) !== 1)
  if (wrong !== undefined) throw new Error(`not sent once: ${JSON.stringify(wrong)}`)
  let spent = 0
  for (const { name } of accounts) spent += (await judgeLedger(service, name)) ?? 0
  return { 'sends with a response': keys.size, 'messages, each sent once': rows.length, spent }
}

const SENDS = 'select account_id, id, status, idempotency_key as key from message where idempotency_key is not null'
const TEXTS = `
  select reference, count(*)::integer as count from fake_sms_submission where failure_type is null group by reference`
