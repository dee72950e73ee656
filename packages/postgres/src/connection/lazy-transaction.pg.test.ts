import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, aContact, accountFixture } from '@carillon/contracts'
import makeKnex, { type Knex } from 'knex'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.js'
import { connect } from './connect.js'
import { isolatedKnex } from './isolated-knex.js'
import { LazyTransaction } from './lazy-transaction.js'
import { Pipelines } from './pipelines.js'

const LIST = { text: 'select name from account order by name', values: [] }
const LOCK = { text: 'select id from account for update', values: [] }
const CHANGE = { text: "update account set timezone = 'Europe/Kyiv'", values: [] }
const BEGIN = 'begin isolation level read committed'
const BEGIN_WITH_FORMAT = `${BEGIN}; set local datestyle to ISO, MDY; set local extra_float_digits to 1`

let database: TestDatabase

beforeEach(async () => {
  database = await openTestDatabase()
})

/** A transaction, and the statements that it has sent so far. */
async function transactionOn(host: Knex) {
  const knex = isolatedKnex(host)
  const pipelines = new Pipelines(knex)
  const sent: string[] = []
  knex.on('query', ({ sql }: { sql: string }) => sent.push(sql))
  const close = async () => {
    await pipelines.close()
    await host.destroy()
  }
  return { transaction: new LazyTransaction({ knex, pipelines }), sent, close }
}

describe('on a connection of Carillon', () => {
  const open = async () => transactionOn(await connect(database.url))

  test('a unit that only reads has no transaction', async () => {
    const { transaction, sent, close } = await open()
    await transaction.ask(LIST)
    await transaction.ask({ ...LIST, name: 'prepared' })
    await transaction.commit()
    expect(sent).toEqual([LIST.text, LIST.text])
    await close()
  })

  test.each([LOCK, CHANGE])('a transaction begins with the first statement that does more: $text', async (first) => {
    const { transaction, sent, close } = await open()
    await transaction.ask(LIST)
    await transaction.ask(first)
    await transaction.ask({ ...LIST, name: 'prepared' })
    await transaction.commit()
    expect(sent).toEqual([LIST.text, BEGIN, first.text, LIST.text, 'commit'])
    await close()
  })

  test('a unit without statements takes no connection', async () => {
    const { transaction, sent, close } = await open()
    await transaction.rollback()
    expect(sent).toEqual([])
    await close()
  })
})

describe('on a connection of a host', () => {
  const open = async () => transactionOn(makeKnex({ client: 'pg', connection: { connectionString: database.url } }))

  test('a unit that only reads sets the format in a transaction', async () => {
    const { transaction, sent, close } = await open()
    await transaction.ask(LIST)
    await transaction.ask(LIST)
    await transaction.commit()
    // Waits until the connection is given back, which the unit itself does not.
    await close()
    expect(sent).toEqual([BEGIN_WITH_FORMAT, LIST.text, LIST.text, 'commit'])
  })

  test('the connection is given back as it was', async () => {
    const host = makeKnex({ client: 'pg', connection: { connectionString: database.url }, pool: { min: 0, max: 1 } })
    const { transaction, close } = await transactionOn(host)
    await Promise.all([transaction.ask(LIST), transaction.ask(CHANGE)])
    await transaction.rollback()
    const connection = await host.client.acquireConnection()
    expect(connection.pipeline).toBe(false)
    expect((await connection.query('select pg_current_xact_id_if_assigned() as id')).rows).toEqual([{ id: null }])
    await host.client.releaseConnection(connection)
    await close()
  })
})

test('concurrent calls of one unit see its changes, in order', async () => {
  const { account, run } = await accountFixture(database)
  const found = await run(({ contacts }) =>
    Promise.all([
      contacts.find(account.id, ANN),
      contacts.add([aContact({ account: account.id })]),
      contacts.find(account.id, ANN),
    ]),
  )
  expect(found.map((one) => one !== null && 'phone' in one)).toEqual([false, false, true])
})

test('if BEGIN fails, nothing that follows it is committed', async () => {
  const { account, run } = await accountFixture(database)
  const open = async () => {
    const knex = withFailingBegin(await database.knex.client.acquireConnection(), database.knex)
    return new LazyTransaction({ knex, pipelines: new Pipelines(database.knex) })
  }
  const direct = await open()
  await expect(direct.ask(CHANGE)).rejects.toThrow('syntax error')
  await direct.rollback()
  const locking = await open()
  await expect(locking.ask(LOCK)).rejects.toThrow('syntax error')
  await expect(locking.ask(CHANGE)).rejects.toThrow('syntax error')
  await expect(locking.commit()).rejects.toThrow('syntax error')
  expect(await run(({ accounts }) => accounts.find(account.id))).toEqual(account)
})

test('a unit that was left with running statements gives back an idle connection', async () => {
  const { account, run } = await accountFixture(database)
  const failing = run(({ contacts }) =>
    Promise.all([contacts.after(account.id, null, 10), Promise.reject(new Error('At once'))]),
  )
  await expect(failing).rejects.toThrow('At once')
  expect(await run(({ contacts }) => contacts.find(account.id, ANN))).toBeNull()
})

test('a call that a failed unit has left behind sends nothing more', async () => {
  const { account, run } = await accountFixture(database)
  let left: Promise<unknown> = Promise.resolve()
  const failing = run(({ contacts }) => {
    const addAfterwards = async () => {
      await contacts.find(account.id, ANN)
      await expect(failing).rejects.toThrow('At once')
      await contacts.add([aContact({ account: account.id })])
    }
    left = addAfterwards()
    return Promise.all([left, Promise.reject(new Error('At once'))])
  })
  await expect(failing).rejects.toThrow('At once')
  await expect(left).rejects.toThrow('The transaction is over')
  expect(await run(({ contacts }) => contacts.find(account.id, ANN))).toBeNull()
})

/** A knex with one connection, on which BEGIN is misspelled. */
function withFailingBegin(connection: object & { query: (statement: { text: string }) => unknown }, { client }: Knex) {
  const query = (statement: { text: string }) =>
    connection.query({ ...statement, text: statement.text.replace(/^begin/, 'begun') })
  const failing = new Proxy(connection, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) })
  const acquireConnection = async () => failing
  const releaseConnection = () => client.releaseConnection(connection)
  return { client: { acquireConnection, releaseConnection, emit: () => true } } as unknown as Knex
}
