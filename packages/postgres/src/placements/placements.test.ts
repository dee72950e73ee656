import { expect, test } from '@jest/globals'
import type { AccountId } from '@carillon/core'
import type { Knex } from 'knex'
import { namingAccount, namingAccounts } from './naming-accounts.js'
import { accountsByPlacement } from './by-placement.js'
import { Placements } from './placements.js'
import { inTurn, rowsOfAll, rowsOfAllAtOnce } from './rows-of-all.js'

const [ANN, BOB, EVE, NEW] = ['acc_ann', 'acc_bob', 'acc_eve', 'acc_new'] as AccountId[] as [
  AccountId,
  AccountId,
  AccountId,
  AccountId,
]

const SHARDS = [
  { id: ANN, shard: '102' },
  { id: BOB, shard: '101' },
  { id: EVE, shard: '102' },
]

const DOWN = Object.assign(new Error('connection to the remote node failed'), { code: '08006' })

test('on one Postgres, all accounts may share a statement, and one statement asks about all of them', async () => {
  const { database, asked } = await aDatabase({ answers: [[]] })
  expect(accountsByPlacement(database, [BOB, ANN, EVE])).toEqual([[BOB, ANN, EVE]])
  expect(accountsByPlacement(database, [])).toEqual([])
  await rowsOfAll(database, (among) => `select from job where ${among('account_id')}`, {})
  expect(asked).toEqual([{ text: 'select from job where true', values: [] }])
})

test('on Citus, the accounts of a shard may share a statement, and an unknown one is alone', async () => {
  const { database } = await aDatabase({ answers: [[{}], [{}], SHARDS, SHARDS] })
  expect(accountsByPlacement(database, [NEW, ANN, BOB, EVE])).toEqual([[BOB], [ANN, EVE], [NEW]])
})

test('with citus installed and the tables not distributed, all accounts may share a statement', async () => {
  const { database } = await aDatabase({ answers: [[{}], []] })
  expect(accountsByPlacement(database, [ANN, BOB])).toEqual([[ANN, BOB]])
})

test('after a reload, accounts that were created meanwhile are known', async () => {
  const { placements, database } = await aDatabase({
    answers: [[{}], [{}], SHARDS, SHARDS, [{}], [{}], [...SHARDS, { id: NEW, shard: '101' }], SHARDS, []],
  })
  await placements.reload()
  expect(accountsByPlacement(database, [NEW, BOB])).toEqual([[NEW, BOB]])
})

test('work that fails because the database was distributed meanwhile runs again', async () => {
  const { placements, database } = await aDatabase({ answers: [[], [{}], [{}], SHARDS, SHARDS] })
  const work = () => {
    if (accountsByPlacement(database, [ANN, BOB]).length === 2) return Promise.resolve('done')
    return Promise.reject(Object.assign(new Error('cannot push down this subquery'), { code: '0A000' }))
  }
  expect(await placements.following(work)).toBe('done')
})

test('work that fails in the same way although nothing has moved is not run again', async () => {
  const { placements } = await aDatabase({ answers: [[{}], [{}], SHARDS, SHARDS, [{}], [{}], SHARDS, SHARDS] })
  const error = Object.assign(new Error('cannot push down this subquery'), { code: '0A000' })
  let runs = 0
  const work = () => {
    runs++
    return Promise.reject(error)
  }
  await expect(placements.following(work)).rejects.toBe(error)
  expect(runs).toBe(1)
})

test('a statement names the account of each table on Citus only', async () => {
  const one = await aDatabase({ answers: [[]] })
  const citus = await aDatabase({ answers: [[{}], [{}], SHARDS, SHARDS] })
  const found = namingAccount((own) => `select from contact where ${own('contact')}id = :id`)
  const claimed = namingAccounts((own) => `select from job where ${own('job')}id = :id`)
  expect(found(one.database)).toBe('select from contact where id = :id')
  expect(found(citus.database)).toBe('select from contact where contact.account_id = :account and id = :id')
  expect(claimed(one.database)).toBe('select from job where id = :id')
  expect(claimed(citus.database)).toBe('select from job where job.account_id = any (:accounts::text[]) and id = :id')
})

test('on Citus, all accounts are asked about by shard, and those whose node is down are left out', async () => {
  const { database, asked } = await aDatabase({
    answers: [[{}], [{}], SHARDS, SHARDS, [{}], [{}], SHARDS, SHARDS],
    respond: (accounts) => (accounts.includes(BOB) ? DOWN : [{ count: accounts.length }]),
  })
  const rows = await rowsOfAll(database, (among) => `select count(*) from job where ${among('account_id')}`, {})
  expect(rows).toEqual([{ count: 2 }])
  expect(asked.map(({ values }) => values)).toEqual([[[ANN, EVE]], [[BOB]]])
})

test('any other failure of a shard is reported', async () => {
  const broken = Object.assign(new Error('column "x" does not exist'), { code: '42703' })
  const { database } = await aDatabase({
    answers: [[{}], [{}], SHARDS, SHARDS, [{}], [{}], SHARDS, SHARDS],
    respond: () => broken,
  })
  await expect(rowsOfAll(database, (among) => `select x from job where ${among('account_id')}`, {})).rejects.toBe(
    broken,
  )
})

test('a statement that all nodes can run at once is run by shard only while a node is down', async () => {
  const statementOf = (among: (column: string) => string) => `select account_id from job where ${among('account_id')}`
  const up = await aDatabase({ answers: [[{}], [{}], SHARDS, SHARDS], respond: () => [{ account_id: ANN }] })
  expect(await rowsOfAllAtOnce(up.database, statementOf, {})).toEqual([{ account_id: ANN }])
  expect(up.asked).toHaveLength(1)

  const down = await aDatabase({
    answers: [[{}], [{}], SHARDS, SHARDS, [{}], [{}], SHARDS, SHARDS],
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

type Asked = { readonly text: string; readonly values: readonly unknown[] }

type Responses = {
  /** To the statements of the placements, in their order. */
  readonly answers: readonly (readonly object[])[]
  /** To a statement of a test: its rows, or the error with which it fails. `accounts` is undefined if it names none. */
  readonly respond?: (accounts: readonly AccountId[]) => readonly object[] | Error
}

async function aDatabase({ answers, respond = () => [] }: Responses) {
  const asked: Asked[] = []
  const left = [...answers]
  const raw = () => Promise.resolve({ rows: left.shift()! })
  const placements = new Placements({ knex: { raw } as unknown as Pick<Knex, 'raw'> })
  await placements.ready()
  const ask = <Row>({ text, values }: Asked) => {
    asked.push({ text: text.replace(/\s+/g, ' ').trim(), values })
    const rows = respond(values[0] as readonly AccountId[])
    return rows instanceof Error
      ? Promise.reject(rows)
      : Promise.resolve({ rows: rows as Row[], rowCount: rows.length })
  }
  return { placements, asked, database: { placements, ask } }
}
