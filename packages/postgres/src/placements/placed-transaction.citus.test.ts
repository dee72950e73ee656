import { beforeEach, expect, test } from '@jest/globals'
import { aContact, accountFixture, after, aJob, anAuditEntry, ANN, aSender, ids, NOW } from '@carillon/contracts'
import type { AccountId, Stores } from '@carillon/core'
import type { Knex } from 'knex'
import { setImmediate } from 'node:timers/promises'
import { connect } from '../connection/connect.js'
import { givenCluster } from '../testing/citus-cluster.js'
import { meeting } from '../testing/meeting.js'
import { askEachNode, openTestDatabase, type TestDatabase } from '../testing/test-database.js'

const EVERY_ENTRY = { account: null, user: null, action: null, from: null, to: null, after: null } as const

let database: TestDatabase
let account: AccountId
let run: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
let neighbour: () => Promise<{ readonly id: AccountId }>

beforeEach(async () => {
  database = await openTestDatabase()
  const fixture = await accountFixture(database)
  account = fixture.account.id
  run = fixture.run
  neighbour = () => fixture.neighbour()
})

test('a unit of work about an account is sent to the node of its shard', async () => {
  const sent: string[] = []
  database.knex.on('query', ({ sql }: { sql: string }) => sent.push(sql))
  await run(({ contacts }) => contacts.add([aContact({ account })]))
  const inserts = sent.filter((sql) => sql.includes('insert into contact'))
  expect(inserts).toEqual([expect.stringMatching(/insert into contact_\d+ as contact/)])
})

test('a unit of work changes a copied table after it has asked the shards of all accounts', async () => {
  const entry = anAuditEntry({ account })
  await run(async ({ accounts, jobs, auditLog }) => {
    await accounts.lock(account)
    await jobs.put([aJob({ account })])
    await jobs.accountsDue({ lane: 'quick', now: NOW, after: null, limit: 10 })
    await auditLog.add(entry)
  })
  expect(await run(({ auditLog }) => auditLog.list({ ...EVERY_ENTRY, limit: 10 }))).toEqual([entry])
})

test('after its shard has moved, a unit of work runs again on the new node', async () => {
  await run(({ contacts }) => contacts.lock(account, [ANN]))
  await move(account)
  let attempts = 0
  await run(async ({ contacts }) => {
    attempts++
    await contacts.add([aContact({ account })])
  })
  expect(attempts).toBe(2)
  expect(await contactsThroughCitus()).toBe(1)
  expect(await run(({ contacts }) => contacts.after(account, null, 10))).toHaveLength(1)
})

test('after its shard was split, a unit of work runs again on the new one', async () => {
  await run(({ contacts }) => contacts.lock(account, [ANN]))
  await onCoordinator((knex) => knex.raw(SPLIT_SHARD, [account]))
  await run(({ contacts }) => contacts.add([aContact({ account })]))
  expect(await contactsThroughCitus()).toBe(1)
  expect(await run(({ contacts }) => contacts.after(account, null, 10))).toHaveLength(1)
})

test('units of work that wait for each other on two nodes both succeed', async () => {
  const other = await accountElsewhere()
  const bothLockedOne = meeting(2)
  const crossing = (first: AccountId, second: AccountId) => {
    let isFirst = true
    return run(async ({ credits }) => {
      await credits.lock(first)
      if (isFirst) await bothLockedOne()
      isFirst = false
      await credits.lock(second)
    })
  }
  await run(async ({ credits }) => {
    for (const id of [account, other]) await credits.lock(id)
  })
  await Promise.all([crossing(account, other), crossing(other, account)])
})

test('after its shard has moved, a read finds what was written on the new node', async () => {
  expect(await run(({ contacts }) => contacts.after(account, null, 10))).toEqual([])
  await move(account)
  const other = await database.another()
  await other.unitOfWork.run(({ contacts }) => contacts.add([aContact({ account })]))
  expect(await run(({ contacts }) => contacts.after(account, null, 10))).toHaveLength(1)
})

test('each node is asked which of its accounts have due jobs, also after a shard has moved', async () => {
  const due = () => run(({ jobs }) => jobs.accountsDue({ lane: 'quick', now: NOW, after: null, limit: 10 }))
  const other = await accountElsewhere()
  await run(({ jobs }) => jobs.put([aJob({ account: other })]))
  const sent: string[] = []
  database.knex.on('query', ({ sql }: { sql: string }) => sent.push(sql))
  expect(await due()).toEqual([other])
  expect(sent.filter((sql) => /from job_\d+ as job .* union all/s.test(sql))).not.toEqual([])
  await move(account)
  const elsewhere = await database.another()
  await elsewhere.unitOfWork.run(({ jobs }) => jobs.put([aJob({ account })]))
  expect((await due()).toSorted()).toEqual([account, other].sort())
})

test('claimed jobs of the accounts of one shard are next to each other', async () => {
  const other = await accountElsewhere()
  const jobs = [0, 1, 2, 3].map((n) => aJob({ account: n % 2 === 0 ? account : other, runAt: after(-n) }))
  await run((stores) => stores.jobs.put(jobs))
  const claim = { account: [account, other], lane: 'quick', now: NOW, leaseUntil: after(30), limit: 9 } as const
  const claimed = await run((stores) => stores.jobs.claim({ ...claim, fence: ids.next('job') }))
  const [first, second, third, fourth] = claimed.map((job) => job.account)
  expect([first, third]).toEqual([second, fourth])
  expect(new Set([first, third])).toEqual(new Set([account, other]))
})

test('a shard moves only when the units of work that have changed it are over, with their changes', async () => {
  let moving: Promise<void> | undefined
  let hasMoved = false
  await run(async ({ contacts }) => {
    await contacts.add([aContact({ account })])
    moving ??= move(account).finally(() => (hasMoved = true))
    while (!hasMoved && (await askEachNode(database.knex, WAITING)).every((count) => count === 0)) await setImmediate()
    expect(hasMoved).toBe(false)
  })
  await moving
  expect(await contactsThroughCitus()).toBe(1)
  expect(await run(({ contacts }) => contacts.after(account, null, 10))).toHaveLength(1)
})

test('work about accounts on two nodes that fails leaves nothing on either', async () => {
  const other = await accountElsewhere()
  const failing = run(async ({ contacts }) => {
    for (const id of [account, other]) await contacts.add([aContact({ account: id })])
    throw new Error('Failed')
  })
  await expect(failing).rejects.toThrow('Failed')
  expect(await contactsThroughCitus()).toBe(0)
  await run(async ({ contacts }) => {
    for (const id of [account, other]) await contacts.add([aContact({ account: id })])
  })
  expect(await contactsThroughCitus()).toBe(2)
})

test('work that changes a copied table after the rows of an account runs again through Citus, as one transaction', async () => {
  let attempts = 0
  const work = async ({ contacts, senders }: Stores) => {
    attempts++
    await contacts.add([aContact({ account })])
    await senders.put(aSender({ account, number: '12345' }))
  }
  const failing = run(async (stores) => {
    await work(stores)
    throw new Error('Failed')
  })
  await expect(failing).rejects.toThrow('Failed')
  expect(attempts).toBe(2)
  expect(await contactsThroughCitus()).toBe(0)
  await run(work)
  expect(attempts).toBe(4)
  expect(await contactsThroughCitus()).toBe(1)
  expect(await run(({ senders }) => senders.of(account))).toHaveLength(1)
})

test('work that catches the need for all nodes runs again nevertheless', async () => {
  let attempts = 0
  await run(async ({ contacts, senders }) => {
    attempts++
    await contacts.add([aContact({ account })])
    await senders.put(aSender({ account, number: '12345' })).catch(() => {})
  })
  expect(attempts).toBe(2)
  expect(await run(({ senders }) => senders.of(account))).toHaveLength(1)
})

/** Into two halves, on the node where it is. */
const SPLIT_SHARD = `
  select citus_split_shard_by_split_points(
           shardid, array[((shardminvalue::bigint + shardmaxvalue::bigint) / 2)::text], array[nodeid, nodeid], 'block_writes'
         )
    from pg_dist_shard
    join pg_dist_placement using (shardid)
    join pg_dist_node using (groupid)
   where shardid = get_shard_id_for_distribution_column('job', ?::text)`

const WAITING = `
  select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

async function contactsThroughCitus(): Promise<number> {
  const knex = await connect(database.url)
  const { rows } = await knex.raw<{ rows: [{ count: number }] }>('select count(*)::integer as count from contact')
  await knex.destroy()
  return rows[0].count
}

/** A neighbour whose shard is on another node. Earlier tests may have moved all shards to one node. */
async function accountElsewhere(): Promise<AccountId> {
  const own = await shardOf(account)
  for (let tried = 0; tried < 50; tried++) {
    const { id } = await neighbour()
    const shard = await shardOf(id)
    if (shard.id === own.id) continue
    if (shard.port === own.port) await move(id)
    return id
  }
  throw new Error(`All accounts are in the shard ${own.id}`)
}

type ShardRow = { readonly id: string; readonly host: string; readonly port: number }

async function shardOf(id: AccountId, knex: Knex = database.knex): Promise<ShardRow> {
  const { rows } = await knex.raw<{ rows: [ShardRow] }>(
    `select placement.shardid::text as id, nodename as host, nodeport as port
       from pg_dist_placement as placement
       join pg_dist_node as node on node.groupid = placement.groupid
      where placement.shardid = get_shard_id_for_distribution_column('job', ?::text)`,
    [id],
  )
  return rows[0]
}

/** Moves the shard of the account to the other worker. */
async function move(id: AccountId): Promise<void> {
  await onCoordinator(async (knex) => {
    const from = await shardOf(id, knex)
    const { rows } = await knex.raw<{ rows: [Pick<ShardRow, 'host' | 'port'>] }>(
      `select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards and nodeport <> ?`,
      [from.port],
    )
    const [to] = rows
    await knex.raw(`select citus_move_shard_placement(?::bigint, ?, ?::integer, ?, ?::integer, 'block_writes')`, [
      ...[from.id, from.host, from.port, to.host, to.port],
    ])
  })
}

async function onCoordinator(work: (knex: Knex) => PromiseLike<unknown>): Promise<void> {
  const url = new URL(givenCluster()!.coordinator)
  url.pathname = new URL(database.url).pathname
  const knex = await connect(url.href)
  try {
    await work(knex)
  } finally {
    await knex.destroy()
  }
}
