import { broadcastingFixture, NOW, throttlingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const oneJob = { lane: 'bulk', jobsMax: 1, onFailure: () => undefined } as const

describe('while a large broadcast is being sent,', () => {
  test('a small broadcast of the same account begins before the next chunk of the large one', async () => {
    const given = { members: 2_500, credits: 10_000 }
    const { start, worker, read, phones } = await broadcastingFixture(inMemory({ now: NOW }), given)
    const { broadcast: large } = await start()
    const one = worker()
    await one.execute(oneJob)
    const few = { phones: phones.slice(0, 10), keys: null, bodies: null, mediaUrls: null }
    const { broadcast: small } = await start({ recipients: few })
    await one.execute(oneJob)
    expect(await read(small.id)).toMatchObject({ status: 'completed', counts: { sent: 10 } })
    expect((await read(large.id)).counts.queued).toBe(1_500)
  })

  test('a small broadcast of the same rate-limited sender begins within two seconds and gets half of the rate', async () => {
    const given = { messagesPerSecond: 20, members: 2_500, credits: 10_000 }
    const { start, worker, read, phones, clock } = await throttlingFixture(inMemory({ now: NOW }), given)
    const workers = [worker(), worker()]
    const second = async () => {
      clock.advance(1_000)
      for (let round = 0; round < 4; round++) {
        await Promise.all(workers.map((one) => one.execute({ ...oneJob, jobsMax: 4 })))
        clock.advance(50)
      }
    }
    const { broadcast: large } = await start()
    for (let n = 0; n < 5; n++) await second()
    const few = { phones: phones.slice(0, 60), keys: null, bodies: null, mediaUrls: null }
    const { broadcast: small } = await start({ recipients: few })
    const sentBefore = (await read(large.id)).counts.sent
    await second()
    await second()
    expect((await read(small.id)).counts.sent).toBeGreaterThanOrEqual(10)
    for (let n = 0; n < 5; n++) await second()
    expect(await read(small.id)).toMatchObject({ status: 'completed', counts: { sent: 60 } })
    expect((await read(large.id)).counts.sent - sentBefore).toBeGreaterThanOrEqual(50)
  })
})

test('broadcasts of one rate-limited sender get equal parts of its rate, even if the rate is no multiple of their number', async () => {
  const given = { messagesPerSecond: 5, members: 200, credits: 10_000 }
  const { start, worker, read, clock } = await throttlingFixture(inMemory({ now: NOW }), given)
  const broadcasts = [await start(), await start(), await start()].map(({ broadcast }) => broadcast)
  const one = worker()
  for (let tenth = 0; tenth < 300; tenth++) {
    clock.advance(100)
    await one.execute({ ...oneJob, jobsMax: 4 })
  }
  const sent = await Promise.all(broadcasts.map(async ({ id }) => (await read(id)).counts.sent))
  expect(sent[0]! + sent[1]! + sent[2]!).toBeGreaterThanOrEqual(29 * 5)
  expect(Math.max(...sent) - Math.min(...sent)).toBeLessThanOrEqual(2 * 5)
})
