import { broadcastingHouseOf, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const oneJob = { lane: 'bulk', jobsMax: 1, onFailure: () => undefined } as const

describe('while a large broadcast is sent', () => {
  test('a small one of the same account begins before the next chunk of the large one', async () => {
    const given = { members: 2_500, credits: 10_000 }
    const { start, worker, read, phones } = await broadcastingHouseOf(inMemory({ now: NOW }), given)
    const { broadcast: large } = await start()
    const one = worker()
    await one.execute(oneJob)
    const few = { phones: phones.slice(0, 10), keys: null, bodies: null, mediaUrls: null }
    const { broadcast: small } = await start({ recipients: few })
    await one.execute(oneJob)
    expect(await read(small.id)).toMatchObject({ status: 'completed', counts: { sent: 10 } })
    expect((await read(large.id)).counts.queued).toBe(1_500)
  })
})
