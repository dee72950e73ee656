import { eraserOf, memberNumber, NOW, pooledNumber, poolsFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'

const B = pooledNumber(1)

test('a broadcast from a pool shows the number of recipients who were stopped, unless they are erased', async () => {
  const fixture = await poolsFixture(inMemory({ now: NOW }), { members: 3, credits: 100 })
  const { startFromPool, work, give, optOutNumber, account, messages, pool } = fixture
  await give([0, 1, 2].map((n) => [memberNumber(n), B] as const))
  const { broadcast } = await startFromPool()
  await optOutNumber(memberNumber(0))
  await eraserOf(fixture)(account.name, memberNumber(1))
  await work()
  const { results } = await messages(broadcast.id)
  expect(results.map(({ status, from }) => [status, from])).toEqual([
    ['failed', B],
    ['failed', pool.id],
    ['sent', B],
  ])
})
