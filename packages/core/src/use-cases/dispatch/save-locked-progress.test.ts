import { aBroadcast, aChunk, accountFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { saveLockedProgress } from './settle-slice.js'

test('the unit of work fails if the progress of a locked chunk is not stored', async () => {
  const { account, run } = await accountFixture(inMemory({ now: NOW }))
  const broadcast = aBroadcast({ account: account.id })
  const chunk = aChunk({ broadcast })
  await run(({ broadcasts }) => broadcasts.add(broadcast, [chunk]))
  await expect(run((stores) => saveLockedProgress(stores, chunk, 'an attempt that is not open'))).rejects.toThrow(
    `Chunk 0 of ${broadcast.id} is locked`,
  )
})
