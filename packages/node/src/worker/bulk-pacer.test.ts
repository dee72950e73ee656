import { afterEach, describe, expect, test } from '@jest/globals'
import { aPause } from '../testing/a-pause.js'
import { waitUntil } from '../testing/wait-until.js'
import { BulkPacer, LONG_LENGTH, SAMPLE_EVERY_MS, SHORT_LENGTH } from './bulk-pacer.js'

const STEPS_MAX = 4
const stops: AbortController[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop.abort()))

/** A pacer with its own time. `sinceRequestMs` and `statementMs` are what it finds when it samples. */
function open({ sinceRequestMs = Infinity, statementMs = 1 } = {}) {
  const found = { sinceRequestMs, statementMs, isOut: false }
  const counts = { statements: 0, announcements: 0, running: 0, ended: 0 }
  const stop = new AbortController()
  stops.push(stop)
  const time = aPause()
  let nowMs = 0
  const pacer = new BulkPacer({
    foreground: {
      sinceRequestMs: () => found.sinceRequestMs,
      onBulk: () => void counts.announcements++,
      async runStatement() {
        counts.statements++
        nowMs += found.statementMs
        if (found.isOut) throw new Error('connect ECONNREFUSED')
      },
    },
    pause: time.pause,
    stopping: stop.signal,
    stepsMax: STEPS_MAX,
    nowMs: () => nowMs,
  })
  const ends: (() => void)[] = []
  const lengths: number[] = []
  /** Begins a step; `end` ends the one that began first. */
  const step = () =>
    void pacer.run(async ({ lengthMax }) => {
      lengths.push(lengthMax)
      counts.running++
      await new Promise<void>((resolve) => ends.push(resolve))
      counts.running--
      counts.ended++
    })
  return {
    ...{ found, counts, lengths, stop, step, pacer },
    ...{ pass: time.pass, restsOf: time.restsOf, untilResting: time.untilResting },
    async end(tookMs: number) {
      nowMs += tookMs
      ends.shift()!()
      const ended = counts.ended + 1
      await waitUntil(() => counts.ended === ended)
    },
    /** Lets the pacer take one sample, on time or late. */
    async sample({ lateMs = 0 } = {}) {
      await time.untilResting(SAMPLE_EVERY_MS)
      nowMs += SAMPLE_EVERY_MS + lateMs
      time.pass(SAMPLE_EVERY_MS)
      await time.untilResting(SAMPLE_EVERY_MS)
    },
  }
}

function begin({ step }: { step(): void }, count: number) {
  for (let i = 0; i < count; i++) step()
}

describe('without requests,', () => {
  test('the maximum number of whole steps runs at once, and no statement is sent, however late the event loop is', async () => {
    const given = open()
    begin(given, 6)
    await given.sample({ lateMs: 500 })
    expect(given.counts).toMatchObject({ running: STEPS_MAX, statements: 0 })
    expect(given.lengths).toEqual(Array(STEPS_MAX).fill(Infinity))
    await given.end(10)
    await waitUntil(() => given.counts.running === STEPS_MAX)
  })

  test('nothing is sampled or announced before the first step and after the last one', async () => {
    const given = open()
    expect(given.restsOf(SAMPLE_EVERY_MS)).toHaveLength(0)
    begin(given, 1)
    expect(given.counts.announcements).toBe(1)
    await given.untilResting(SAMPLE_EVERY_MS)
    await given.end(10)
    given.pass(SAMPLE_EVERY_MS)
    await waitUntil(() => given.restsOf(SAMPLE_EVERY_MS).length === 0)
  })
})

describe('while there are requests,', () => {
  test('bulk work begins with one short step at a time, and adds one after each sample without a wait', async () => {
    const given = open({ sinceRequestMs: 10 })
    begin(given, 6)
    await waitUntil(() => given.counts.running > 0)
    expect(given.lengths).toEqual([SHORT_LENGTH])
    for (const running of [2, 3, 4, 4]) {
      await given.sample()
      await waitUntil(() => given.counts.running === running)
    }
  })

  test('steps become longer while requests do not wait beside as many steps as may run, and shorter when they wait', async () => {
    const given = open({ sinceRequestMs: 10 })
    const lengthAfter = async (samples: number) => {
      for (let n = 0; n < samples; n++) await given.sample()
      given.step()
      await waitUntil(() => given.counts.running > 1)
      await given.end(0)
      return given.lengths.at(-1)
    }
    given.step()
    expect(await lengthAfter(STEPS_MAX - 1)).toBe(SHORT_LENGTH)
    expect(await lengthAfter(10)).toBe(SHORT_LENGTH + 10)
    expect(await lengthAfter(LONG_LENGTH)).toBe(LONG_LENGTH)
    given.found.statementMs = 40
    expect(await lengthAfter(1)).toBeLessThan(LONG_LENGTH * 0.6)
    expect(await lengthAfter(5)).toBe(SHORT_LENGTH)
  })

  test('steps are short at first, after a time without requests', async () => {
    const given = open()
    begin(given, 6)
    for (let n = 0; n < 20; n++) await given.sample()
    given.found.sinceRequestMs = 10
    await given.end(0)
    await waitUntil(() => given.counts.running === STEPS_MAX)
    expect(given.lengths.at(-1)).toBe(SHORT_LENGTH)
  })

  test.each([
    ['the database is slow', { statementMs: 40 }, {}],
    ['the event loop is late', { statementMs: 0 }, { lateMs: 40 }],
  ])('a step rests for as long as it took if %s', async (_, found, sampled) => {
    const given = open({ sinceRequestMs: 10, ...found })
    begin(given, 2)
    await given.sample(sampled)
    await given.end(30)
    await given.untilResting(SAMPLE_EVERY_MS + 40 + 30)
    expect(given.counts.running).toBe(0)
    given.pass(SAMPLE_EVERY_MS + 40 + 30)
    await waitUntil(() => given.counts.running === 1)
  })

  test('a failed statement does not change the pace', async () => {
    const given = open({ sinceRequestMs: 10, statementMs: 40 })
    given.found.isOut = true
    begin(given, 2)
    await given.sample()
    await given.end(30)
    await waitUntil(() => given.counts.running === 1)
  })

  test('the pace grows again as soon as they end', async () => {
    const given = open({ sinceRequestMs: 10, statementMs: 40 })
    begin(given, 6)
    for (let samples = 0; samples < 5; samples++) await given.sample()
    expect(given.counts.running).toBe(1)
    given.found.sinceRequestMs = 5_000
    for (let samples = 0; samples < 10; samples++) await given.sample()
    expect(given.counts.running).toBe(STEPS_MAX)
  })
})

test('when the worker stops, nothing rests, and the waiting steps run', async () => {
  const given = open({ sinceRequestMs: 10, statementMs: 40 })
  begin(given, 2)
  await given.sample()
  await given.end(30)
  expect(given.counts.running).toBe(0)
  given.stop.abort()
  await waitUntil(() => given.counts.running === 1)
})

test('a failed step gives its place to the next one', async () => {
  const given = open({ sinceRequestMs: 10 })
  const failing = given.pacer.run(() => Promise.reject(new Error('It broke')))
  given.step()
  await expect(failing).rejects.toThrow('It broke')
  await waitUntil(() => given.counts.running === 1)
})
