import { describe, expect, test } from '@jest/globals'
import type { AccountId } from '@carillon/core'
import type { Knex } from 'knex'
import type { AskedStatement } from '../connection/pipelines.js'
import type { Destination, NodeConnections, Route } from '../connection/route.js'
import { namingAccount, namingAccounts } from './naming-accounts.js'
import { accountsByPlacement } from './by-placement.js'
import { Placements } from './placements.js'
import { holding } from './route-to.js'
import { inTurn, rowsOfAll, rowsOfAllAtOnce, shardsInTurn } from './rows-of-all.js'

const [ANN, BOB, EVE, NEW] = ['acc_ann', 'acc_bob', 'acc_eve', 'acc_new'] as AccountId[] as [
  AccountId,
  AccountId,
  AccountId,
  AccountId,
]

/** The shard of each account, and the port of the node of each shard. */
const CITUS: Cluster = { accounts: { [ANN]: '102', [BOB]: '101', [EVE]: '102' }, shards: { '101': 5001, '102': 5002 } }
/** The coordinator, which has copies and no shards. */
const OWN_PORT = 5000
const ONE_POSTGRES: Cluster = 'one Postgres'

const DOWN = Object.assign(new Error('connection to the remote node failed'), { code: '08006' })
const BROKEN = Object.assign(new Error('column "x" does not exist'), { code: '42703' })
const MOVED = Object.assign(new Error('division by zero'), { code: '22012' })

test('on one Postgres, all accounts may share a statement, and one statement asks about all of them', async () => {
  const { database, asked } = await aDatabase(ONE_POSTGRES)
  expect(accountsByPlacement(database, [BOB, ANN, EVE])).toEqual([[BOB, ANN, EVE]])
  expect(accountsByPlacement(database, [])).toEqual([])
  await rowsOfAll(database, (among) => `select from job where ${among('account_id')}`, {})
  expect(asked).toMatchObject([{ text: 'select from job where true', values: [] }])
})

test('on Citus, the accounts of a shard may share a statement, and an unknown one is alone', async () => {
  const { database } = await aDatabase(CITUS)
  expect(accountsByPlacement(database, [NEW, ANN, BOB, EVE])).toEqual([[BOB], [ANN, EVE], [NEW]])
})

test('with citus installed and the tables not distributed, all accounts may share a statement', async () => {
  const { database } = await aDatabase('citus without distributed tables')
  expect(accountsByPlacement(database, [ANN, BOB])).toEqual([[ANN, BOB]])
})

describe('a statement about the accounts of a shard', () => {
  const READ = { text: 'select from contact where contact.account_id = $1', values: [ANN], accounts: [ANN] }

  test('goes to the node of the shard, and names its tables', async () => {
    const { placements } = await aDatabase(CITUS)
    const destination = placements.destinationOf({ ...READ, name: 'read' })
    if (typeof destination === 'string') throw new Error(destination)
    expect(destination).toMatchObject({ shard: '102', node: { port: 5002 } })
    expect(destination.placed({ ...READ, name: 'read' })).toEqual({
      name: 'read_102',
      text: 'select from contact_102 as contact where contact.account_id = $1',
      values: [ANN],
    })
  })

  test('goes through Citus if the node cannot be reached', async () => {
    const { placements } = await aDatabase(CITUS, { cannotReach: [5002] })
    expect(placements.destinationOf(READ)).toBe('all nodes')
    expect(placements.destinationOf({ ...READ, accounts: [BOB] })).toMatchObject({ shard: '101' })
  })

  test('goes through Citus if the shard is not known to have the table', async () => {
    const { placements } = await aDatabase(CITUS)
    expect(placements.destinationOf({ ...READ, text: 'select from draft' })).toBe('all nodes')
  })

  test('runs again a few times if its shard is missing, although nothing is known to have moved', async () => {
    const { placements } = await aDatabase(CITUS)
    const gone = new Error('could not find valid entry for shard 102')
    let runs = 0
    const work = () => (++runs < 4 ? Promise.reject(runs === 1 ? MOVED : gone) : Promise.resolve('done'))
    expect(await placements.following(work)).toBe('done')
    await expect(placements.following(() => Promise.reject(MOVED))).rejects.toBe(MOVED)
  })

  test('goes to the new node once the shard was found to have moved', async () => {
    const { placements, become } = await aDatabase(CITUS)
    const nodes: unknown[] = []
    const work = () => {
      nodes.push(portOf(placements.destinationOf(READ)))
      return nodes.length === 1 ? Promise.reject(MOVED) : Promise.resolve('done')
    }
    become({ ...CITUS, shards: { '101': 5001, '102': 5001 } })
    expect(await placements.following(work)).toBe('done')
    expect(nodes).toEqual([5002, 5001])
  })

  test('has the names of the tables read again after one was not found', async () => {
    const { placements, become } = await aDatabase(CITUS)
    const missing = Object.assign(new Error('relation "contact_102" does not exist'), { code: '42P01' })
    become({ ...CITUS, namesEndWith: '_new' })
    await expect(placements.following(() => Promise.reject(missing))).rejects.toBe(missing)
    const { placed } = placements.destinationOf(READ) as Route
    expect(placed({ text: 'select from contact', values: [] }).text).toBe('select from contact_102_new as contact')
  })

  test('goes to the new node even if another one was on its way to the old node while the placements were read', async () => {
    const nodes: unknown[] = []
    const asked = await aDatabase(CITUS, {
      onConnect: (port) => port === 5003 && nodes.push(portOf(asked.placements.destinationOf(READ))),
    })
    asked.become({ ...CITUS, shards: { '101': 5001, '102': 5003 } })
    await asked.placements.reload()
    expect([...nodes, portOf(asked.placements.destinationOf(READ))]).toEqual([5002, 5003])
  })

  test.each([
    ['several shards', { text: 'update job set run_at = now()', values: [], accounts: [ANN, BOB] }],
    ['no account', { text: 'select from job', values: [] }],
    ['an unknown account', { text: 'select from job', values: [], accounts: [NEW] }],
    ['a carrier', { text: 'select from smsc_text', values: [], accounts: [ANN] }],
    ['a copied table that it changes', { text: 'insert into sender select from job', values: [], accounts: [ANN] }],
  ])('goes through Citus if it is about %s', async (_, statement) => {
    const { placements } = await aDatabase(CITUS)
    expect(placements.destinationOf(statement)).toBe('all nodes')
  })

  test('reads the copies of the node of the process if it reads copied tables only', async () => {
    const { placements } = await aDatabase(CITUS)
    for (const accounts of [[ANN], [ANN, BOB], [NEW], []]) {
      const read = { text: 'select from sender', values: [], accounts }
      const destination = placements.destinationOf(read) as Route
      expect(portOf(destination)).toBe(OWN_PORT)
      expect(destination.placed(read).text).toBe('select from sender_9 as sender')
      expect(destination.check.values).toEqual(['8'])
    }
  })

  test.each([
    ['the node of the process cannot be reached directly', 'select from sender', [OWN_PORT]],
    ['it locks rows of copied tables', 'select from sender for update', []],
    ['the copies are not known to have the table', 'select from tracking_link', []],
  ])('about copied tables only goes through Citus if %s', async (_, text, cannotReach) => {
    const { placements } = await aDatabase(CITUS, { cannotReach })
    expect(placements.destinationOf({ text, values: [], accounts: [ANN] })).toBe('any node')
  })

  test('about copied tables only goes through Citus until the node of the process has copies', async () => {
    const { placements, become } = await aDatabase({ ...CITUS, hasNoCopies: true })
    const read = { text: 'select from sender', values: [], accounts: [ANN] }
    expect(placements.destinationOf(read)).toBe('any node')
    become(CITUS)
    await placements.reload()
    expect(portOf(placements.destinationOf(read))).toBe(OWN_PORT)
  })

  test('goes with its transaction if it names no table', async () => {
    const { placements } = await aDatabase(CITUS)
    expect(placements.destinationOf({ text: 'savepoint here', values: [] })).toBe('any node')
    expect(placements.destinationOf({ text: 'savepoint here', values: [], accounts: [ANN] })).toMatchObject({
      shard: '102',
    })
  })

  test('finds an account that was created meanwhile, and looks for one that does not exist once', async () => {
    const { placements, become, reads } = await aDatabase(CITUS)
    const about = { text: 'select from job', values: [], accounts: [NEW] }
    await placements.know([about])
    const sought = reads()
    await placements.know([about])
    expect(reads()).toBe(sought)
    become({ ...CITUS, accounts: { ...CITUS.accounts, [NEW]: '101' } })
    await placements.reload()
    expect(placements.destinationOf(about)).toMatchObject({ shard: '101' })
  })
})

test('the shards of several statements are held together, each once', async () => {
  const accounts = { [ANN]: '102', [BOB]: '101', [EVE]: '102' }
  const { placements } = await aDatabase({ accounts, shards: { '101': 5001, '102': 5001 } })
  const routes = [ANN, BOB, EVE].map(
    (account) => placements.destinationOf({ text: 'select from job', values: [], accounts: [account] }) as Route,
  )
  expect(holding(routes).map(({ values }) => values)).toEqual([[['101', '102']], [['101', '102']]])
  expect(holding(routes.slice(0, 1)).map(({ values }) => values)).toEqual([[['102']], ['102']])
})

test('work that fails because the database was distributed meanwhile runs again', async () => {
  const { placements, database, become } = await aDatabase(ONE_POSTGRES)
  become(CITUS)
  const work = () => {
    if (accountsByPlacement(database, [ANN, BOB]).length === 2) return Promise.resolve('done')
    return Promise.reject(Object.assign(new Error('cannot push down this subquery'), { code: '0A000' }))
  }
  expect(await placements.following(work)).toBe('done')
})

test('work that fails in the same way although nothing has moved is not run again', async () => {
  const { placements } = await aDatabase(CITUS)
  const error = Object.assign(new Error('cannot push down this subquery'), { code: '0A000' })
  let runs = 0
  const work = () => {
    runs++
    return Promise.reject(error)
  }
  await expect(placements.following(work)).rejects.toBe(error)
  expect(runs).toBe(1)
})

test('a statement names the account of each table only in its form for Citus', () => {
  expect(namingAccount((own) => `select from contact where ${own('contact')}id = :id`)).toEqual({
    plain: 'select from contact where id = :id',
    throughCitus: 'select from contact where contact.account_id = :account and id = :id',
  })
  expect(namingAccounts((own) => `select from job where ${own('job')}id = :id`)).toEqual({
    plain: 'select from job where id = :id',
    throughCitus: 'select from job where job.account_id = any (:accounts::text[]) and id = :id',
  })
})

test('on Citus, all accounts are asked about by shard, and those whose node is down are left out', async () => {
  const { database, asked } = await aDatabase(CITUS, {
    respond: (accounts) => (accounts.includes(BOB) ? DOWN : [{ count: accounts.length }]),
  })
  const rows = await rowsOfAll(database, (among) => `select count(*) from job where ${among('account_id')}`, {})
  expect(rows).toEqual([{ count: 2 }])
  expect(asked.map(({ values }) => values)).toEqual([[[ANN, EVE]], [[BOB]]])
})

test('any other failure of a shard is reported', async () => {
  const { database } = await aDatabase(CITUS, { respond: () => BROKEN })
  await expect(rowsOfAll(database, (among) => `select x from job where ${among('account_id')}`, {})).rejects.toBe(
    BROKEN,
  )
})

describe('a statement about the accounts of all nodes at once', () => {
  const statementOf = (among: (column: string) => string) => `select account_id from job where ${among('account_id')}`
  const THREE_SHARDS = { accounts: {}, shards: { '101': 5001, '102': 5002, '103': 5002 } }

  test('is sent to each node, for all of its shards', async () => {
    const { database, asked, placements } = await aDatabase(THREE_SHARDS, { respond: () => [{ account_id: ANN }] })
    expect(await rowsOfAllAtOnce(database, statementOf, {})).toEqual([{ account_id: ANN }, { account_id: ANN }])
    const [first, second] = asked.map((statement) => placements.destinationOf(statement)) as Route[]
    expect([first, second].map((route) => portOf(route!))).toEqual([5001, 5002])
    expect(first!.placed(asked[0]!).text).toBe('(select account_id from job_101 as job where true)')
    expect(second!.placed(asked[1]!).text).toBe(
      '(select account_id from job_102 as job where true) union all (select account_id from job_103 as job where true)',
    )
    const names = asked.map((statement, i) => [first, second][i]!.placed(statement).name)
    expect(names).toEqual(asked.map(({ name }) => expect.stringMatching(new RegExp(`^${name}_[\\w-]{8}$`))))
    expect(new Set(names).size).toBe(2)
    expect(second!.check.values).toEqual([['102', '103']])
  })

  test('leaves out the accounts of a node that is down, and reports any other failure', async () => {
    const failing = async (error: Error) => {
      const { database } = await aDatabase(CITUS, {
        respond: (_, { ofNode }) => (ofNode === 'node:5002' ? error : [{ account_id: BOB }]),
      })
      return rowsOfAllAtOnce(database, statementOf, {})
    }
    expect(await failing(DOWN)).toEqual([{ account_id: BOB }])
    await expect(failing(BROKEN)).rejects.toBe(BROKEN)
  })

  test('fails if no node answers', async () => {
    const { database } = await aDatabase(CITUS, { respond: () => DOWN })
    await expect(rowsOfAllAtOnce(database, statementOf, {})).rejects.toBe(DOWN)
  })

  test('is sent again to a node whose connection was lost', async () => {
    let losses = 1
    const { database } = await aDatabase(CITUS, {
      respond: (_, { ofNode }) => (ofNode === 'node:5002' && losses-- > 0 ? DOWN : [{ account_id: BOB }]),
    })
    expect(await rowsOfAllAtOnce(database, statementOf, {})).toHaveLength(2)
  })

  test('goes through Citus if a shard is not where it was', async () => {
    const { database } = await aDatabase(CITUS, {
      respond: (_, { ofNode }) => (ofNode === undefined ? [{ account_id: ANN }, { account_id: BOB }] : MOVED),
    })
    expect(await rowsOfAllAtOnce(database, statementOf, {})).toEqual([{ account_id: ANN }, { account_id: BOB }])
  })

  test('goes to the new node of a shard after it has moved', async () => {
    const { placements, become } = await aDatabase(THREE_SHARDS)
    const checked = () => {
      const route = placements.destinationOf({ text: 'select from job', values: [], ofNode: 'node:5001' })
      return (route as Route).ids
    }
    expect(checked()).toEqual(['101'])
    become({ ...THREE_SHARDS, shards: { ...THREE_SHARDS.shards, '103': 5001 } })
    await placements.reload()
    expect(checked()).toEqual(['101', '103'])
  })
})

test('of a process that is not connected to each node, a statement goes through Citus, and by shard while a node is down', async () => {
  const statementOf = (among: (column: string) => string) => `select account_id from job where ${among('account_id')}`
  const cannotReach = [5002]
  const up = await aDatabase(CITUS, { cannotReach, respond: () => [{ account_id: ANN }] })
  expect(await rowsOfAllAtOnce(up.database, statementOf, {})).toEqual([{ account_id: ANN }])
  expect(up.asked).toHaveLength(1)

  const down = await aDatabase(CITUS, {
    cannotReach,
    respond: (accounts) => (accounts === undefined || accounts.includes(BOB) ? DOWN : [{ account_id: ANN }]),
  })
  expect(await rowsOfAllAtOnce(down.database, statementOf, {})).toEqual([{ account_id: ANN }])
  expect(down.asked).toHaveLength(3)
})

test('accounts take turns: those after the last one that was served come first', () => {
  const turns = (after: AccountId | null, limit = 10) => inTurn([EVE, ANN, BOB, ANN], { after, limit })
  expect(turns(null)).toEqual([ANN, BOB, EVE])
  expect(turns(ANN)).toEqual([BOB, EVE, ANN])
  expect(turns('acc_ap' as AccountId)).toEqual([BOB, EVE, ANN])
  expect(turns(EVE)).toEqual([ANN, BOB, EVE])
  expect(turns(BOB, 2)).toEqual([EVE, ANN])
})

describe('shards take turns', () => {
  const placements = { of: (account: AccountId) => (account === BOB ? 'second' : 'first') }
  const turns = (jobs: readonly number[], { after = null, limit = 3 }: { after?: AccountId | null; limit?: number }) =>
    shardsInTurn({ placements }, new Map([ANN, BOB, EVE].map((account, i) => [account, jobs[i]!])), { after, limit })

  test('one at a time while its accounts have enough jobs, each with the accounts that have not been served', () => {
    const many = [2, 3, 1]
    expect(turns(many, {})).toEqual([ANN, EVE])
    expect(turns(many, { limit: 1 })).toEqual([ANN])
    expect(turns(many, { after: EVE })).toEqual([BOB])
    expect(turns(many, { after: BOB })).toEqual([ANN, EVE])
    expect(turns([1, 1, 3], { after: ANN })).toEqual([EVE])
  })

  test('together while their accounts have few jobs', () => {
    const few = [1, 1, 1]
    expect(turns(few, {})).toEqual([ANN, EVE, BOB])
    expect(turns(few, { after: ANN })).toEqual([EVE, BOB, ANN])
    expect(turns(few, { after: EVE })).toEqual([BOB, ANN, EVE])
    expect(turns([2, 1, 0], { limit: 2 })).toEqual([ANN, EVE])
  })

  test('and none does if nothing is due', () => {
    expect(shardsInTurn({ placements }, new Map(), { after: ANN, limit: 3 })).toEqual([])
  })
})

type Asked = Pick<AskedStatement, 'name' | 'text' | 'values' | 'ofNode'>

type Cluster =
  | 'one Postgres'
  | 'citus without distributed tables'
  | {
      readonly accounts: Readonly<Record<string, string>>
      readonly shards: Readonly<Record<string, number>>
      readonly namesEndWith?: string
      /** Whether the node of the process has no copies of replicated tables yet. */
      readonly hasNoCopies?: boolean
    }

type Options = {
  /** To a statement of a test: its rows, or the error with which it fails. `accounts` is undefined if it names none. */
  readonly respond?: (accounts: readonly AccountId[], statement: Asked) => readonly object[] | Error
  /** The ports of nodes that cannot be reached. */
  readonly cannotReach?: readonly number[]
  /** Called with the port of each node that is being connected to. */
  readonly onConnect?: (port: number) => unknown
}

function portOf(destination: Destination): unknown {
  return ((destination as Route).node as unknown as { port: number }).port
}

async function aDatabase(
  cluster: Cluster,
  { respond = () => [], cannotReach = [], onConnect = () => {} }: Options = {},
) {
  const asked: Asked[] = []
  let current = cluster
  let reads = 0
  const unreachable = new Set(cannotReach)
  const raw = (statement: string) => {
    reads++
    return Promise.resolve({ rows: rowsAbout(current, statement) })
  }
  const placements = new Placements({
    knex: { raw } as unknown as Pick<Knex, 'raw'>,
    connect: async ({ port }) => {
      onConnect(port)
      return unreachable.has(port) ? null : ({ port } as unknown as NodeConnections)
    },
  })
  await placements.ready()
  const ask = <Row>(statement: Asked) => {
    const { text, values } = statement
    asked.push({ ...statement, text: text.replace(/\s+/g, ' ').trim() })
    const rows = respond(values[0] as readonly AccountId[], statement)
    return rows instanceof Error
      ? Promise.reject(rows)
      : Promise.resolve({ rows: rows as Row[], rowCount: rows.length })
  }
  const become = (next: Cluster) => void (current = next)
  return { placements, asked, become, reads: () => reads, database: { placements, ask } }
}

/** What Citus answers to the statements that read the placements. */
function rowsAbout(cluster: Cluster, statement: string): readonly object[] {
  if (cluster === 'one Postgres') return []
  if (statement.includes('pg_extension')) return [{}]
  if (cluster === 'citus without distributed tables') return []
  if (statement.includes('pg_dist_partition')) return [{}]
  const shards = Object.entries(cluster.shards)
  if (statement.includes('pg_dist_node') && !statement.includes('pg_dist_shard'))
    return [{ host: 'node', port: OWN_PORT, group: 0, isOwn: true }]
  if (statement.includes('pg_dist_node'))
    return shards.map(([id, port]) => ({ id, host: 'node', port, group: port, isOwn: false }))
  if (statement.includes('get_shard_id')) return Object.entries(cluster.accounts).map(([id, shard]) => ({ id, shard }))
  const end = cluster.namesEndWith ?? ''
  const copies = [
    { id: '8', table: 'account', name: `account_8${end}` },
    { id: '9', table: 'sender', name: `sender_9${end}` },
  ]
  if (statement.includes('as asked on')) return cluster.hasNoCopies ? [] : copies
  return shards.flatMap(([id]) =>
    ['contact', 'job', 'sender'].map((table) => ({ id, table, name: `${table}_${id}${end}` })),
  )
}
