import { describe, expect, test } from '@jest/globals'
import { NOW, anApiKey, describeKeyring, accountFixture } from '@carillon/contracts'
import type { Knex } from 'knex'
import { setImmediate } from 'node:timers/promises'
import { signal } from '../testing/signal.js'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresKeyring } from './keyring.js'

describeKeyring(() => openTestDatabase())

/** Two processes, a key, and the number of key queries that the second process has sent. */
async function twoProcesses() {
  let nowMs = NOW.getTime()
  const clock = { now: () => new Date(nowMs) }
  const here = await openTestDatabase({ clock })
  const there = await here.another({ clock })
  const { account, run } = await accountFixture(here)
  const key = anApiKey({ account: account.id })
  await run(({ apiKeys }) => apiKeys.put(key))
  await there.keyring.listen()
  let queries = 0
  there.knex.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('from api_key')) queries++
  })
  return {
    ...{ account, run, key, here, there, clock },
    find: () => there.keyring.find(key.id),
    queries: () => queries,
    pass: (ms: number) => (nowMs += ms),
  }
}

describe('the keyring on Postgres', () => {
  test('queries the database once for a key that is looked up repeatedly', async () => {
    const { find, queries } = await twoProcesses()
    for (let i = 0; i < 10; i++) expect(await find()).not.toBeNull()
    expect(queries()).toBe(1)
  })

  test('caches a key for five seconds, and no longer', async () => {
    const { find, queries, pass } = await twoProcesses()
    await find()
    pass(4_999)
    await find()
    expect(queries()).toBe(1)
    pass(1)
    await find()
    expect(queries()).toBe(2)
  })

  test('is notified when another process revokes a key', async () => {
    const { find, run, account, key } = await twoProcesses()
    await find()
    await run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
    await eventually(async () => (await find()) === null)
  })

  test('is notified when another process changes the secret of a key or the settings of the account', async () => {
    const { find, run, account, key } = await twoProcesses()
    await find()
    await run(({ apiKeys }) => apiKeys.put({ ...key, secretHash: 'another' }))
    await eventually(async () => (await find())?.secretHash === 'another')
    await run(({ accounts }) => accounts.save({ ...account, dailyMessageQuota: 7 }))
    await eventually(async () => (await find())?.account.dailyMessageQuota === 7)
  })

  test('does not cache the result of a query that began before the key was revoked', async () => {
    const { here, run, account, key, clock } = await twoProcesses()
    const gate = signal()
    const keyring = new PostgresKeyring({ knex: slowed(here.knex, gate.given), clock })
    await keyring.listen()
    const pending = keyring.find(key.id)
    await run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
    keyring.forget(new Set([account.id]))
    gate.give()
    expect(await pending).not.toBeNull()
    expect(await keyring.find(key.id)).toBeNull()
    await keyring.close()
  })

  test('caches nothing while it cannot listen for notifications', async () => {
    const { here, there, clock, key, queries } = await twoProcesses()
    expect(await here.keyring.find(key.id)).not.toBeNull()
    const uninformed = new PostgresKeyring({ knex: withoutNewConnections(there.knex), clock })
    await uninformed.listen()
    for (let i = 0; i < 3; i++) expect(await uninformed.find(key.id)).not.toBeNull()
    expect(queries()).toBe(3)
    await uninformed.close()
  })

  test('clears its cache when its listening connection is lost, and then reconnects', async () => {
    const { here, there, find, queries } = await twoProcesses()
    await find()
    await here.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen%'`,
    )
    await eventually(async () => {
      await find()
      return queries() > 1
    })
    await there.keyring.listen()
    await find()
    const before = queries()
    for (let i = 0; i < 5; i++) await find()
    expect(queries()).toBe(before)
  })
})

async function eventually(check: () => Promise<boolean>) {
  while (!(await check())) await setImmediate()
}

/** Delays every result until `allowed` resolves. */
function slowed(knex: Knex, allowed: Promise<void>): Knex {
  const raw = async (sql: string, bindings: Knex.ValueDict) => {
    const result: unknown = await knex.raw(sql, bindings)
    await allowed
    return result
  }
  return new Proxy(knex, { get: (target, name) => (name === 'raw' ? raw : Reflect.get(target, name)) })
}

function withoutNewConnections(knex: Knex): Knex {
  const client = { acquireRawConnection: () => Promise.reject(new Error('No more connections')) }
  return new Proxy(knex, { get: (target, name) => (name === 'client' ? client : Reflect.get(target, name)) })
}
