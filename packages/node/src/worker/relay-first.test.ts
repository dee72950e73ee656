import { JOB_LANES } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { afterEach, describe, expect, test } from '@jest/globals'
import { POLL_MS, openWorker, stopWorkers } from '../testing/a-worker.js'
import { waitUntil } from '../testing/wait-until.js'

afterEach(stopWorkers)

const LANES = JOB_LANES.length

describe('before each poll for webhook jobs,', () => {
  test('events are relayed until the outbox is empty, and the new jobs are claimed at once', async () => {
    const waiting = [2_000, 2_000, 3]
    const fixture = await openWorker(inMemory(), {
      relay: async () => {
        if (waiting.length === 1) await fixture.jobs(1, 'webhooks')
        return waiting.shift() ?? 0
      },
    })
    fixture.start()
    await fixture.untilResting(POLL_MS, LANES)
    expect(fixture.ended).toMatchObject([{ lane: 'webhooks' }])
    const relays = fixture.relays()
    fixture.pass(POLL_MS)
    await waitUntil(() => fixture.relays() === relays + 1)
  })

  test('events are relayed in at most ten rounds, so that ready deliveries do not wait for a full outbox', async () => {
    const { jobs, start, ended, relays } = await openWorker(inMemory(), { relay: async () => 2_000 })
    await jobs(1, 'webhooks')
    start()
    await waitUntil(() => ended.length === 1)
    expect(relays() % 10).toBe(0)
  })

  test('a failed relay is reported and retried with backoff, and webhook jobs continue', async () => {
    const error = new Error('It broke')
    const { jobs, start, untilResting, pass, ended, reported, relays } = await openWorker(inMemory(), {
      relay: () => Promise.reject(error),
    })
    start()
    for (const [round, ms] of [2_000, 4_000, 8_000, 15_000, 15_000].entries()) {
      await untilResting(ms)
      await jobs(1, 'webhooks')
      await untilResting(POLL_MS, LANES)
      pass(POLL_MS)
      await waitUntil(() => ended.length === round + 1)
      expect(relays()).toBe(round + 1)
      pass(ms)
      await untilResting(POLL_MS, LANES)
      pass(POLL_MS)
      await waitUntil(() => relays() === round + 2)
    }
    const message = 'events could not be passed on to webhooks'
    expect(reported.errors).toEqual(Array(6).fill({ error, message }))
  })

  test('a successful relay resets the backoff', async () => {
    let fails = true
    const relay = () => (fails ? Promise.reject(new Error('It broke')) : Promise.resolve(0))
    const { start, untilResting, pass, relays } = await openWorker(inMemory(), { relay })
    start()
    for (const failsNext of [false, true]) {
      await untilResting(POLL_MS, LANES)
      fails = failsNext
      pass(2_000)
      const before = relays()
      pass(POLL_MS)
      await waitUntil(() => relays() > before)
    }
    await untilResting(2_000)
  })
})
