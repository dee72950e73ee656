import { describe, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { setImmediate } from 'node:timers/promises'
import { twoProcesses, withoutNewConnections, withRaw } from '../testing/keyring-fixture.js'
import { signal } from '../testing/signal.js'
import { PostgresKeyring } from './keyring.js'

describe('refused look-ups of the keyring on Postgres', () => {
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

  test('keeps a cached key during 20,000 look-ups of other ids, and remembers the last 10,000 answers', async () => {
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
})

/** Answers every query without a row while the flood is on, and counts these queries. */
function answeringNull(knex: Knex) {
  const flood = { isOn: false, queries: 0 }
  const answering = withRaw(knex, async (sql, bindings) => {
    if (!flood.isOn) return (await knex.raw(sql, bindings)) as unknown
    flood.queries++
    return { rows: [] }
  })
  return { knex: answering, flood }
}

/** Delays queries until `allowed` resolves, if they begin while they are held up; counts all that begin. */
function heldUp(knex: Knex, allowed: Promise<void>) {
  const started = { count: 0, isHeld: true }
  const holding = withRaw(knex, async (sql, bindings) => {
    started.count++
    if (started.isHeld) await allowed
    return (await knex.raw(sql, bindings)) as unknown
  })
  return { knex: holding, started }
}
