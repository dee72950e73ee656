import { broadcastingFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'

const open = (sender = {}) => broadcastingFixture(inMemory({ now: NOW }), { members: 10, credits: 60, sender })

test('chunks that one worker claims together share the rate of their sender', async () => {
  const { start, work, provider, clock } = await open({ messagesPerSecond: 4 })
  await start()
  await start()
  for (const submitted of [4, 8]) {
    await work()
    expect(provider.submitted).toHaveLength(submitted)
    clock.advance(1_000)
  }
})

test('a queued recipient is listed once, whether its outcome is unknown or it has not been tried', async () => {
  const { start, worker, provider, clock, messages } = await open({ messagesPerSecond: 4 })
  const { broadcast } = await start()
  const slice = () => worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
  provider.script.push({ kind: 'try-later', afterMs: 60_000 }, { kind: 'unknown' })
  await slice()
  clock.advance(1_000)
  const { totalCount, results } = await messages(broadcast.id, { status: 'queued' })
  expect(totalCount).toBe(8)
  expect(results.map(({ id }) => id.slice(-1)).sort()).toEqual(['0', '1', '4', '5', '6', '7', '8', '9'])
})
