import { describe, expect, test } from '@jest/globals'
import { anApiKey, describeKeyring } from '@carillon/contracts'
import type { Knex } from 'knex'
import { setImmediate } from 'node:timers/promises'
import { twoProcesses, withoutNewConnections, withRaw } from '../testing/keyring-fixture.js'
import { signal } from '../testing/signal.js'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresKeyring } from './keyring.js'

describeKeyring(() => openTestDatabase())

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
    const [answered, gate] = [signal(), signal()]
    const keyring = new PostgresKeyring({
      knex: slowed(here.knex, { onAnswer: answered.give, allowed: gate.given }),
      clock,
    })
    await keyring.listen()
    const pending = keyring.find(key.id)
    await answered.given
    await run(({ apiKeys }) => apiKeys.revoke(account.id, key.id))
    keyring.forget(new Set([account.id]))
    gate.give()
    expect(await pending).not.toBeNull()
    expect(await keyring.find(key.id)).toBeNull()
    await keyring.close()
  })

  test('is notified when another process adds a key whose id it has just not found', async () => {
    const { run, account, there } = await twoProcesses()
    expect(await there.keyring.find('key_new')).toBeNull()
    await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: account.id, id: 'key_new' })))
    await eventually(async () => (await there.keyring.find('key_new')) !== null)
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
function slowed(
  knex: Knex,
  { onAnswer, allowed }: { readonly onAnswer: () => void; readonly allowed: Promise<void> },
): Knex {
  return withRaw(knex, async (sql, bindings) => {
    const result: unknown = await knex.raw(sql, bindings)
    onAnswer()
    await allowed
    return result
  })
}
