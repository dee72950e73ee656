import { expect, test } from '@jest/globals'
import { anAnnotation, describeClickStore, houseOf } from '@carillon/contracts'
import { openTestDatabase } from './testing/test-database.js'

describeClickStore(() => openTestDatabase())

test('two that add the same URLs, one from the other end, never deadlock', async () => {
  const { account, run } = await houseOf(await openTestDatabase())
  const annotations = Array.from({ length: 2_000 }, () => anAnnotation({ account: account.id }))
  let attempts = 0
  const add = (some: typeof annotations) =>
    run(({ clicks }) => {
      attempts++
      return clicks.add(account.id, some)
    })
  await Promise.all([add(annotations), add(annotations.toReversed())])
  expect(attempts).toBe(2)
})
