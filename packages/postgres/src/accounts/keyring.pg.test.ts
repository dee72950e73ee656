import { describe, expect, test } from '@jest/globals'
import { NOW, anApiKey, describeKeyring, accountFixture } from '@carillon/contracts'
import type { Knex } from 'knex'
import { setImmediate } from 'node:timers/promises'
import { signal } from '../testing/signal.js'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresKeyring } from './keyring.js'

describeKeyring(() => openTestDatabase())

/** Two processes, a key, and how often the second has asked the database for keys. */
async function twoProcesses() {
  let nowMs = NOW.getTime()
  const clock = { now: () => new Date(nowMs) }
  const here = await openTestDatabase({ clock })
  const there = await here.another({ clock })
  const { account, run } = await accountFixture(here)
  const key = anApiKey({ account: account.id })
  await run(({ apiKeys }) => apiKeys.put(key))
  await there.keyring.listen()
  let asked = 0
  there.knex.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('from api_key')) asked++
  })
  return {
    ...{ account, run, key, here, there, clock },
    find: () => there.keyring.find(key.id),
    asked: () => asked,
    pass: (ms: number) => (nowMs += ms),
  }
}

describe('the keyring on Postgres', () => {
  test('asks the database once for a key that it finds again and again', async () => {
    const { find, asked } = await twoProcesses()
    for (let i = 0; i < 10; i++) expect(await find()).not.toBeNull()
    expect(asked()).toBe(1)
  })

  test('remembers a key for five seconds and not longer', async () => {
    const { find, asked, pass } = await twoProcesses()
    await find()
    pass(4_999)
    await find()
    expect(asked()).toBe(1)
    pass(1)
    await find()
    expect(asked()).toBe(2)
  })

  test('hears that another process has revoked a key', async () => {
    const { find, run, account, key } = await twoProcesses()
    await find()
    await run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
    await eventually(async () => (await find()) === null)
  })

  test('hears that another process has changed the secret, or the settings of the account', async () => {
    const { find, run, account, key } = await twoProcesses()
    await find()
    await run(({ apiKeys }) => apiKeys.put({ ...key, secretHash: 'another' }))
    await eventually(async () => (await find())?.secretHash === 'another')
    await run(({ accounts }) => accounts.save({ ...account, dailyMessageQuota: 7 }))
    await eventually(async () => (await find())?.account.dailyMessageQuota === 7)
  })

  test('does not remember what it began to read before the key was revoked', async () => {
    const { here, run, account, key, clock } = await twoProcesses()
    const gate = signal()
    const keyring = new PostgresKeyring({ knex: slowed(here.knex, gate.given), clock })
    await keyring.listen()
    const looking = keyring.find(key.id)
    await run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
    keyring.forget(new Set([account.id]))
    gate.give()
    expect(await looking).not.toBeNull()
    expect(await keyring.find(key.id)).toBeNull()
    await keyring.close()
  })

  test('remembers nothing while it cannot hear', async () => {
    const { here, there, clock, key, asked } = await twoProcesses()
    expect(await here.keyring.find(key.id)).not.toBeNull()
    const deaf = new PostgresKeyring({ knex: withoutNewConnections(there.knex), clock })
    await deaf.listen()
    for (let i = 0; i < 3; i++) expect(await deaf.find(key.id)).not.toBeNull()
    expect(asked()).toBe(3)
    await deaf.close()
  })

  test('forgets everything when the connection it hears by is lost, and comes back by itself', async () => {
    const { here, there, find, asked } = await twoProcesses()
    await find()
    await here.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen%'`,
    )
    await eventually(async () => {
      await find()
      return asked() > 1
    })
    await there.keyring.listen()
    await find()
    const before = asked()
    for (let i = 0; i < 5; i++) await find()
    expect(asked()).toBe(before)
  })
})

async function eventually(check: () => Promise<boolean>) {
  while (!(await check())) await setImmediate()
}

/** Answers only when it may. */
function slowed(knex: Knex, allowed: Promise<void>): Knex {
  const raw = async (sql: string, bindings: Knex.ValueDict) => {
    const answer: unknown = await knex.raw(sql, bindings)
    await allowed
    return answer
  }
  return new Proxy(knex, { get: (target, name) => (name === 'raw' ? raw : Reflect.get(target, name)) })
}

function withoutNewConnections(knex: Knex): Knex {
  const client = { acquireRawConnection: () => Promise.reject(new Error('No more connections')) }
  return new Proxy(knex, { get: (target, name) => (name === 'client' ? client : Reflect.get(target, name)) })
}
