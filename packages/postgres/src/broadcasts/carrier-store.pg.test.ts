import { expect, test } from '@jest/globals'
import { NOW, describeCarrierStore, accountFixture, phoneOf } from '@carillon/contracts'
import type { LookUp } from '@carillon/core'
import { rowsComparedBy } from '../testing/rows-compared.js'
import { onePostgresTest, openTestDatabase, whileLocked } from '../testing/test-database.js'
import { PostgresCarrierStore } from './carrier-store.js'

describeCarrierStore(() => openTestDatabase())

const MIDDLE = 1_000

test('two concurrent saves of look-ups of the same numbers in opposite orders never deadlock', async () => {
  const database = await openTestDatabase()
  const { account, run } = await accountFixture(database)
  const lookUps = Array.from({ length: 2_000 }, (_, n): LookUp => {
    return { phone: phoneOf(n), carrier: { name: 'Bell', lineType: 'mobile' }, at: NOW }
  })
  let attempts = 0
  const save = (some: readonly LookUp[]) =>
    run(({ carriers }) => {
      attempts++
      return carriers.save(account.id, some)
    })
  await whileLocked(database, {
    lock: (trx) => new PostgresCarrierStore(trx).save(account.id, [lookUps[MIDDLE]!]),
    start: () => [save(lookUps), save(lookUps.toReversed())],
  })
  expect(attempts).toBe(2)
})

const STORED = 2_000

onePostgresTest(
  'a few numbers are looked up by their keys, although Postgres has not analyzed the table since it was empty',
  async () => {
    const database = await openTestDatabase()
    const { account, run } = await accountFixture(database)
    const phones = Array.from({ length: STORED }, (_, n) => phoneOf(n))
    const carrier = { name: 'Bell', lineType: 'mobile' } as const
    await run(({ carriers }) =>
      carriers.save(
        account.id,
        phones.map((phone) => ({ phone, carrier, at: NOW })),
      ),
    )
    const wanted = phones.slice(0, 100)
    let found = 0
    const compared = await rowsComparedBy(database.url, async (knex) => {
      found = (await new PostgresCarrierStore(knex).known(account.id, wanted, new Date(0))).size
    })
    expect(found).toBe(wanted.length)
    expect(compared).toBeLessThan(STORED)
  },
)
