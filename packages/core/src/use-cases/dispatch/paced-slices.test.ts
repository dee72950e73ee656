import { broadcastingFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { Pacer } from '../../model/jobs/pacer.js'

const oneJob = { lane: 'bulk', jobsMax: 1, onFailure: () => undefined } as const

test('the pacer runs each slice of a broadcast, and limits its length', async () => {
  const { start, worker, read } = await broadcastingFixture(inMemory({ now: NOW }), { members: 600, credits: 10_000 })
  const { broadcast } = await start()
  const sent: number[] = []
  const pacer: Pacer = {
    async run(step) {
      const result = await step({ lengthMax: 250 })
      sent.push((await read(broadcast.id)).counts.sent)
      return result
    },
  }
  await worker().execute({ ...oneJob, pacer })
  expect(sent).toEqual([250, 500, 600])
})

test('a job that waited for the pacer until its lease is nearly over is returned without a slice', async () => {
  const adapters = inMemory({ now: NOW })
  const { start, worker, read } = await broadcastingFixture(adapters, { members: 10, credits: 100 })
  const { broadcast } = await start()
  const slow: Pacer = {
    run(step) {
      adapters.clock.advance(25_000)
      return step({ lengthMax: 250 })
    },
  }
  await worker().execute({ ...oneJob, pacer: slow })
  expect((await read(broadcast.id)).counts).toMatchObject({ queued: 10, sent: 0 })
  await worker().execute(oneJob)
  expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 10 } })
})
