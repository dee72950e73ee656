import { ANN, BOB, CAT, describeCarrierDirectory } from '@carillon/contracts'
import type { Timer } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { FakeCarriers } from './fake-carriers.js'

const DEADLINE = { deadlineMs: 5_000 }

/** A timer whose waits end at once and are recorded. */
function openTimer() {
  const waitedMs: number[] = []
  const timer: Timer = { wait: async (durationMs) => void waitedMs.push(durationMs) }
  return { timer, waitedMs }
}

describeCarrierDirectory(async () => {
  const { timer } = openTimer()
  const cutOff = new FakeCarriers({ timer })
  cutOff.goOut()
  return {
    directory: new FakeCarriers({ timer, unknown: [CAT] }),
    unknown: CAT,
    cutOff,
    stalled: new FakeCarriers({ timer, latencyMs: 600_000 }),
    ...DEADLINE,
  }
})

describe('the fake directory', () => {
  test('returns the same carriers in every process', async () => {
    const [one, other] = [new FakeCarriers(openTimer()), new FakeCarriers(openTimer())]
    expect(await one.lookUp([ANN, BOB, CAT], DEADLINE)).toEqual(await other.lookUp([ANN, BOB, CAT], DEADLINE))
  })

  test('has more than one carrier', async () => {
    const found = await new FakeCarriers(openTimer()).lookUp([ANN, BOB, CAT], DEADLINE)
    expect(new Set(found).size).toBe(3)
  })

  test('counts the look-ups and the phone numbers in them, even during an outage', async () => {
    const carriers = new FakeCarriers(openTimer())
    expect(carriers.asked).toEqual({ times: 0, phones: 0 })
    await carriers.lookUp([ANN, BOB], DEADLINE)
    carriers.goOut()
    await carriers.lookUp([ANN], DEADLINE)
    expect(carriers.asked).toEqual({ times: 2, phones: 3 })
  })

  test('works again after an outage', async () => {
    const carriers = new FakeCarriers(openTimer())
    const before = await carriers.lookUp([ANN], DEADLINE)
    carriers.goOut()
    expect(await carriers.lookUp([ANN], DEADLINE)).toEqual([null])
    carriers.comeBack()
    expect(await carriers.lookUp([ANN], DEADLINE)).toEqual(before)
  })

  test('takes the configured time, but never longer than the deadline', async () => {
    const { timer, waitedMs } = openTimer()
    await new FakeCarriers({ timer }).lookUp([ANN], DEADLINE)
    expect(waitedMs).toEqual([])
    await new FakeCarriers({ timer, latencyMs: 80 }).lookUp([ANN], DEADLINE)
    await new FakeCarriers({ timer, latencyMs: 80_000 }).lookUp([ANN], DEADLINE)
    expect(waitedMs).toEqual([80, 5_000])
  })
})
