import { setTimeout as delay } from 'node:timers/promises'
import { connect, distribute, migrate } from '@carillon/postgres'
import { createClusterDatabase, startCitus } from '../../shared/citus-lab.js'
import { judgeSends, PAUSE_MS, PHONES, startLoad } from './citus-load.js'
import { quantile } from '../../shared/quantile.js'
import { anAccount } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'
import { phonesOf, startBroadcast, untilNoJobs } from '../broadcasts/broadcasting.js'

/** The short form runs on a busy machine, so it judges no times. */
const LONG = { kills: 5, baselineMs: 15_000, downMs: 6_000, judgesTimes: true }
const SHORT = { kills: 2, baselineMs: 3_000, downMs: 3_000, judgesTimes: false }
const ACCOUNTS_OF_NODE = 4
const WORKERS = 2
const RECIPIENTS = 500
const BROADCAST_WITHIN_MS = 30_000
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
