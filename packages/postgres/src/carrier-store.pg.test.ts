import { expect, test } from '@jest/globals'
import { NOW, describeCarrierStore, houseOf, phoneOf } from '@carillon/contracts'
import type { LookUp } from '@carillon/core'
import { openTestDatabase } from './testing/test-database.js'

describeCarrierStore(() => openTestDatabase())

test('two that save look-ups of the same numbers, one from the other end, never deadlock', async () => {
  const { account, run } = await houseOf(await openTestDatabase())
  const lookUps = Array.from({ length: 2_000 }, (_, n): LookUp => {
    return { phone: phoneOf(n), carrier: { name: 'Bell', lineType: 'mobile' }, at: NOW }
  })
  let attempts = 0
  const save = (some: readonly LookUp[]) =>
    run(({ carriers }) => {
      attempts++
      return carriers.save(account.id, some)
    })
  await Promise.all([save(lookUps), save(lookUps.toReversed())])
  expect(attempts).toBe(2)
})
