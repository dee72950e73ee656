import { setTimeout as delay } from 'node:timers/promises'
import { connect, distribute, migrate, tablesToDistribute } from '@carillon/postgres'
import { createClusterDatabase, startCitus } from '../../shared/citus-lab.js'
import { quantile } from '../../shared/quantile.js'
import { anAccount } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'
import { untilNoJobs } from '../broadcasts/broadcasting.js'
import { judgeSends, PHONES, startLoad } from './citus-load.js'

const LONG = { rows: 1_000_000, shardsMoved: 5 }
const SHORT = { rows: 20_000, shardsMoved: 2 }
const ACCOUNTS = 8
const BASELINE_MS = 5_000
const DRAINED_WITHIN_MS = 90_000
const SCHEDULED_WITHIN_MS = 90_000

export const campaign = {
  title: `a filled database is distributed while ${ACCOUNTS} accounts send and have schedules, then its shards are moved: every row stays, and nothing is lost`,

  /** Has no random choices. */
  async run({ short, say }) {
    const { rows, shardsMoved } = short ? SHORT : LONG
    const cluster = await startCitus()
    let service = null
    let knex = null
    try {
      const { coordinator } = await createClusterDatabase(cluster, 'filled', connect)
      knex = await connect(coordinator, { poolMax: 1 })
      await knex.raw('set statement_timeout = 0')
      await migrate(knex)
      service = await startService({ databaseUrl: coordinator })
      const accounts = await makeAccounts(service)
      await fill(service, rows)
      say(`${rows} contacts and ${rows} messages are stored`)
      const before = await contentsOf(knex)
      const megabytes = (await tablesToDistribute(knex)).reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000
      const load = startLoad(accounts)
      const waits = await load.during(measured(load, 'before', () => delay(BASELINE_MS)))
      const distributing = await load.during(
        measured(load, 'distributing', () => distribute(knex, { shards: ACCOUNTS })),
      )
      say(`distributed within ${seconds(distributing.tookMs)}`)
      if (JSON.stringify(await contentsOf(knex)) !== JSON.stringify(before)) throw new Error('the rows differ')
      const schedules = await load.during(Promise.all(accounts.map((account) => startSchedule(account))))
      const after = await load.during(measured(load, 'after', () => delay(BASELINE_MS)))
      const moving = await load.during(measured(load, 'moving', () => moveShards(knex, shardsMoved)))
      if (JSON.stringify(await contentsOf(knex)) !== JSON.stringify(before)) throw new Error('a move has changed rows')
      await load.during(untilScheduled(accounts, schedules))
      await load.end()
      await untilNoJobs(service, { withinMs: DRAINED_WITHIN_MS })
      const { refusedElsewhere } = load.load
      if (refusedElsewhere.length > 0) throw new Error(`requests were refused: ${refusedElsewhere.join('; ')}`)
      return {
        'rows of each kind': rows,
        'MB of tables, without indexes': megabytes.toFixed(0),
        'distributed within, s': (distributing.tookMs / 1000).toFixed(1),
        'MB distributed a second': (megabytes / (distributing.tookMs / 1000)).toFixed(0),
        'and the longest wait of a send meanwhile, s': (distributing.longestMs / 1000).toFixed(1),
        'sends before, p50 and longest, ms': shown(waits),
        'sends after, p50 and longest, ms': shown(after),
        'shards moved, and the time for each, s': `${shardsMoved}, ${(moving.tookMs / shardsMoved / 1000).toFixed(1)}`,
        'sends meanwhile, p50 and longest, ms': shown(moving),
        ...(await judgeSends(service, accounts, load.load)),
      }
    } finally {
      await service?.stop()
      await knex?.destroy()
      await cluster.stop()
    }
  },
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
const shown = ({ p50Ms, longestMs }) => `${p50Ms.toFixed(1)}, ${longestMs.toFixed(0)}`

/** Does the work, and returns how long it took, and the times of the sends meanwhile. */
async function measured({ load }, phase, work) {
  load.waits[phase] = []
  load.phase = phase
  const since = performance.now()
  await work()
  const tookMs = performance.now() - since
  // A request that began meanwhile counts too.
  while (load.waits[phase].length === 0) await delay(1)
  await delay(100)
  load.phase = null
  const sorted = load.waits[phase].toSorted((one, other) => one - other)
  return { tookMs, p50Ms: quantile(sorted, 0.5), longestMs: sorted.at(-1) }
}

async function makeAccounts(service) {
  const accounts = []
  for (let i = 0; i < ACCOUNTS; i++) {
    const name = `Account ${i}`
    const from = `+1202555${String(i + 200).padStart(4, '0')}`
    const key = { id: `key_distribute_${i}`, secret: 'a-secret-of-the-campaign' }
    const [call] = await anAccount(service, { name, key, from, phones: PHONES, credits: { sms: 1_000_000 } })
    accounts.push({ name, from, call, node: 0, sent: 0 })
    await service.apply({ name: `Filled ${i}` })
  }
  return accounts
}

/** Fills accounts that do not send. */
async function fill(service, rows) {
  for (let i = 0; i < ACCOUNTS; i++) {
    const [{ id }] = await service.sql('select id from account where name = :name', { name: `Filled ${i}` })
    for (const statement of [CONTACTS, MESSAGES]) await service.sql(statement, { account: id, rows: rows / ACCOUNTS })
  }
}

const CONTACTS = `
  with made as (
    select 'con_' || :account || lpad(i::text, 18, '0') as id, '+1303' || 5000000 + i as phone
      from generate_series(1, :rows::integer) as i
  ),
  stored as (
    insert into contact (account_id, id, phone, is_favorite, custom_values, name_folded, created_at)
    select :account, id, phone, false, '{"contact_custom_field_1": "x"}', '', now() from made
  ),
  joined as (
    insert into membership (account_id, contact_id, group_id, state, since)
    select :account, id, 'grp_filled', 'active', now() from made
  )
  insert into consent (account_id, phone, active_groups) select :account, phone, 1 from made`

const MESSAGES = `
  insert into message (
    account_id, id, direction, purpose, to_number, from_number, body, status, sent_at, created_at, cost_sms, cost_mms, attempt
  )
  select :account, 'msg_' || lpad(i::text, 8, '0'), 'outbound', 'message', '+13035550001', '1', 'Ding', 'sent', now(), now(), 1,
         0, 1
    from generate_series(1, :rows::integer) as i`

/** The count of the rows of the filled accounts in each table, and a sum over their contents. */
async function contentsOf(knex) {
  const contents = {}
  for (const table of ['contact', 'membership', 'consent', 'message']) {
    const { rows } = await knex.raw(
      `select count(*)::integer as count, coalesce(sum(hashtext(stored::text)::bigint), 0)::text as sum
         from ?? as stored
        where account_id in (select id from account where name like 'Filled %')`,
      [table],
    )
    contents[table] = rows[0]
  }
  return contents
}

/** A schedule whose one occurrence comes in a moment. */
async function startSchedule({ from, call }) {
  const at = new Date(Date.now() + 60_000).toISOString().slice(0, 16)
  const { body: groups } = await call('GET', '/groups')
  const answer = await call('POST', '/messaging/broadcast/schedules', {
    from,
    body: 'Ding dong',
    audience: { filter: { contact: { groups: { ids: { in: [groups.results[0].id] } } } } },
    schedule: { at, timezone: 'UTC' },
  })
  if (answer.status !== 201) throw new Error(`a schedule: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

async function untilScheduled(accounts, schedules) {
  const deadline = performance.now() + SCHEDULED_WITHIN_MS
  for (const [i, { call }] of accounts.entries()) {
    for (;;) {
      const { status, body } = await call('GET', `/messaging/broadcast/schedules/${schedules[i]}`)
      if (status === 200 && body.status === 'ended') break
      if (performance.now() > deadline) throw new Error(`a schedule has not ended: ${JSON.stringify(body)}`)
      await delay(500)
    }
  }
}

/** Moves shards to another node, while they are in use. */
async function moveShards(knex, count) {
  const { rows } = await knex.raw(SHARDS)
  for (const { id, host, port, other_host, other_port } of rows.slice(0, count)) {
    await knex.raw('select citus_move_shard_placement(?::bigint, ?, ?::integer, ?, ?::integer)', [
      ...[id, host, port, other_host, other_port],
    ])
  }
}

const SHARDS = `
  select shard.shardid::text as id, node.nodename as host, node.nodeport as port, other.nodename as other_host,
         other.nodeport as other_port
    from pg_dist_shard as shard
    join pg_dist_placement as placement using (shardid)
    join pg_dist_node as node using (groupid)
    join pg_dist_node as other on other.shouldhaveshards and other.groupid <> node.groupid
   where shard.logicalrelid = 'message'::regclass
   order by 1`
