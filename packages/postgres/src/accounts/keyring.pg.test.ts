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

  test.each(['the key', 'key_of_nobody'])(
    'queries the database once for refused look-ups of one key id within two seconds: %s',
    async (name) => {
      const { find, key, there, queries, pass } = await twoProcesses()
      await find()
      const id = name === 'the key' ? key.id : name
      const before = queries()
      for (let i = 0; i < 5; i++) await there.keyring.find(id, () => false)
      expect(queries()).toBe(before + 1)
      pass(1_999)
      await there.keyring.find(id, () => false)
      expect(queries()).toBe(before + 1)
      pass(1)
      await there.keyring.find(id, () => false)
      expect(queries()).toBe(before + 2)
    },
  )

  test('sends no query for the right secret of a cached key while wrong ones are refused', async () => {
    const { find, key, there, queries } = await twoProcesses()
    await find()
    await there.keyring.find(key.id, () => false)
    const before = queries()
    expect(await there.keyring.find(key.id, (found) => found !== null)).not.toBeNull()
    expect(queries()).toBe(before)
  })

  test('is notified when another process adds a key whose id it has just not found', async () => {
    const { run, account, there } = await twoProcesses()
    expect(await there.keyring.find('key_new')).toBeNull()
    await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: account.id, id: 'key_new' })))
    await eventually(async () => (await there.keyring.find('key_new')) !== null)
  })

  test('keeps a cached key during 20,000 look-ups of random ids', async () => {
    const { here, key, clock } = await twoProcesses()
    const { knex, flood } = answeringNull(here.knex)
    const keyring = new PostgresKeyring({ knex, clock })
    await keyring.listen()
    expect(await keyring.find(key.id)).not.toBeNull()
    flood.isOn = true
    for (let i = 0; i < 20_000; i++) await keyring.find(`key_${i}`)
    expect(flood.queries).toBe(20_000)
    expect(await keyring.find(key.id)).not.toBeNull()
    for (let i = 10_000; i < 20_000; i++) await keyring.find(`key_${i}`)
    expect(flood.queries).toBe(20_000)
    await keyring.find('key_9999')
    expect(flood.queries).toBe(20_001)
    await keyring.close()
  })

  test.each(['unknown keys', 'wrong secrets'])(
    'queries for at most two %s at once, and the right secret of a key that is read again does not wait for them',
    async (what) => {
      const { here, key, clock, pass } = await twoProcesses()
      const gate = signal()
      const { knex, started } = heldUp(here.knex, gate.given)
      const keyring = new PostgresKeyring({ knex, clock })
      await keyring.listen()
      started.isHeld = false
      await keyring.find(key.id)
      pass(5_000)
      started.isHeld = true
      started.count = 0
      const refused = Array.from({ length: 20 }, (_, i) =>
        keyring.find(what === 'wrong secrets' ? key.id : `key_${i}`, () => false),
      )
      await setImmediate()
      expect(started.count).toBe(2)
      started.isHeld = false
      expect(await keyring.find(key.id, (found) => found?.secretHash === key.secretHash)).not.toBeNull()
      gate.give()
      await Promise.all(refused)
      await keyring.close()
    },
  )

  test('lets the right secret pass waiting guesses even while it cannot listen for notifications', async () => {
    const { here, key, clock } = await twoProcesses()
    const gate = signal()
    const { knex, started } = heldUp(withoutNewConnections(here.knex), gate.given)
    const keyring = new PostgresKeyring({ knex, clock })
    started.isHeld = false
    await keyring.find(key.id)
    started.isHeld = true
    const refused = ['key_1', 'key_2', 'key_3'].map((id) => keyring.find(id, () => false))
    await setImmediate()
    started.isHeld = false
    expect(await keyring.find(key.id, (found) => found !== null)).not.toBeNull()
    gate.give()
    await Promise.all(refused)
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
function slowed(
  knex: Knex,
  { onAnswer, allowed }: { readonly onAnswer: () => void; readonly allowed: Promise<void> },
): Knex {
  const raw = async (sql: string, bindings: Knex.ValueDict) => {
    const result: unknown = await knex.raw(sql, bindings)
    onAnswer()
    await allowed
    return result
  }
  return new Proxy(knex, { get: (target, name) => (name === 'raw' ? raw : Reflect.get(target, name)) })
}

/** Answers every query without a row while the flood is on, and counts these queries. */
function answeringNull(knex: Knex) {
  const flood = { isOn: false, queries: 0 }
  const raw = async (sql: string, bindings: Knex.ValueDict) => {
    if (!flood.isOn) return (await knex.raw(sql, bindings)) as unknown
    flood.queries++
    return { rows: [] }
  }
  const answering = new Proxy(knex, { get: (target, name) => (name === 'raw' ? raw : Reflect.get(target, name)) })
  return { knex: answering, flood }
}

/** Delays queries until `allowed` resolves, if they begin while they are held up; counts all that begin. */
function heldUp(knex: Knex, allowed: Promise<void>) {
  const started = { count: 0, isHeld: true }
  const raw = async (sql: string, bindings: Knex.ValueDict) => {
    started.count++
    if (started.isHeld) await allowed
    return (await knex.raw(sql, bindings)) as unknown
  }
  return {
    knex: new Proxy(knex, { get: (target, name) => (name === 'raw' ? raw : Reflect.get(target, name)) }),
    started,
  }
}

function withoutNewConnections(knex: Knex): Knex {
  const client = { acquireRawConnection: () => Promise.reject(new Error('No more connections')) }
  return new Proxy(knex, { get: (target, name) => (name === 'client' ? client : Reflect.get(target, name)) })
}
