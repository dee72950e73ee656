import { busiestWindow, memberNumber, NOW, throttlingFixture, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { setImmediate } from 'node:timers/promises'
import { JOB_LEASE_MS } from '../../model/jobs/job.js'
import { throttleWindowMs } from '../../model/senders/throttle-entry.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'

const STEP_MS = 100
const HOURS_MS = 3 * 3_600_000

/** The next action, and the provider's behavior from then on. */
const scenarios = fc.record({
  what: fc.constantFrom('nothing', 'single', 'single', 'help', 'broadcast', 'worker'),
  steps: fc.nat(15),
  /** A message reaches the provider this long after the submission, and the response follows this long after that. */
  reachesAfterMs: fc.constantFrom(0, 0, 50, 1_000, 2_500),
  respondsAfterMs: fc.constantFrom(0, 0, 50, 1_000, 2_400),
  /** `never` is a crash: the response never arrives. */
  response: fc.constantFrom('accepted', 'accepted', 'accepted', 'try-later', 'unknown', 'never'),
})
type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never

const rates = fc.constantFrom(0.3, 1, 2.5, 7)
const providers = fc.constantFrom(
  { deduplicates: true, canBeAsked: false },
  { deduplicates: false, canBeAsked: true },
  { deduplicates: false, canBeAsked: false },
)

/** Runs the scenarios. Returns the times at which messages reached the provider, and what is left over at the end. */
async function live(given: readonly Scenario[], rate: number, kind: Parameters<typeof scriptedProvider>[0]) {
  const adapters = inMemory({ now: NOW })
  const { clock } = adapters
  const after = (ms: number) => clock.until(new Date(clock.now().getTime() + ms))
  const reached: number[] = []
  let mood: Omit<Scenario, 'what' | 'steps'> = CALM
  const outcomeOf = async (): Promise<SubmissionOutcome> => {
    const { reachesAfterMs, respondsAfterMs, response } = mood
    await after(reachesAfterMs)
    reached.push(clock.now().getTime())
    await after(respondsAfterMs)
    if (response === 'never') return new Promise(() => undefined)
    return response === 'accepted' ? { kind: 'accepted', providerId: `p${reached.length}` } : OUTCOMES[response]
  }
  const provider = scriptedProvider(kind)
  const fixture = await throttlingFixture(adapters, {
    messagesPerSecond: rate,
    members: 12,
    credits: 10_000,
    provider: { ...provider, submit: (many) => Promise.all(many.map(outcomeOf)) },
  })
  const worker = fixture.worker()
  const failures: unknown[] = []
  const step = async (ms: number) => {
    clock.advance(ms)
    const round = { jobsMax: 5, onFailure: (failure: unknown) => void failures.push(failure) }
    await worker.begin({ ...round, lane: 'bulk' })
    await worker.begin({ ...round, lane: 'quick' })
    await setImmediate()
  }
  for (const [i, { what, steps, ...next }] of given.entries()) {
    mood = next
    if (what === 'single') void fixture.send({ to: memberNumber(i % 12), idempotencyKey: `order-${i}` })
    if (what === 'help') void fixture.askForHelp(memberNumber(i % 12))
    if (what === 'broadcast') await fixture.start()
    for (let n = 0; n < steps; n++) await step(STEP_MS)
  }
  mood = CALM
  for (let ms = 0; ms < 120_000; ms += 500) await step(500)
  for (let ms = 0; ms < HOURS_MS && (await fixture.credits()).reserved.sms > 0; ms += 20_000) await step(20_000)
  return { reached, failures, queued: await fixture.queued(), reserved: (await fixture.credits()).reserved.sms }
}

const CALM = { reachesAfterMs: 0, respondsAfterMs: 0, response: 'accepted' } as const
const OUTCOMES = { 'try-later': { kind: 'try-later', afterMs: null }, unknown: { kind: 'unknown' } } as const

test('whatever is sent and whatever the outcome, the provider gets no more messages than the rate allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(scenarios, { maxLength: 25 }), rates, providers, async (given, rate, kind) => {
      const { reached, failures, queued, reserved } = await live(given, rate, kind)
      expect(busiestWindow(reached, throttleWindowMs(rate))).toBeLessThanOrEqual(Math.max(1, Math.floor(rate)))
      expect({ failures, queued, reserved }).toEqual({ failures: [], queued: 0, reserved: 0 })
    }),
    { numRuns: 15 },
  )
})

test('a slice left open by a crash takes new slots; messages without a slot continue when one is free', async () => {
  const provider = scriptedProvider()
  const given = { messagesPerSecond: 10, members: 10, credits: 1_000, provider }
  const { start, send, work, worker, clock, read } = await throttlingFixture(inMemory({ now: NOW }), given)
  const { broadcast } = await start()
  provider.script.push(...Array.from({ length: 10 }, () => () => new Promise<SubmissionOutcome>(() => undefined)))
  void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
  await setImmediate()
  clock.advance(JOB_LEASE_MS)
  for (let n = 0; n < 4; n++) await send({ to: memberNumber(n) })
  await work()
  expect(provider.submitted).toHaveLength(10 + 4 + 6)
  expect((await read(broadcast.id)).counts).toMatchObject({ sent: 6, queued: 4 })
  clock.advance(1_000)
  await work()
  expect(provider.submitted).toHaveLength(10 + 4 + 6 + 4)
  expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 10 } })
})

test('a chunk without a slot for its retried messages waits for one', async () => {
  const provider = scriptedProvider()
  const given = { messagesPerSecond: 2, members: 2, credits: 1_000, provider }
  const { start, send, work, worker, clock } = await throttlingFixture(inMemory({ now: NOW }), given)
  await start()
  provider.script.push(...Array.from({ length: 2 }, () => () => new Promise<SubmissionOutcome>(() => undefined)))
  void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
  await setImmediate()
  clock.advance(JOB_LEASE_MS)
  for (let n = 0; n < 2; n++) await send({ to: memberNumber(n) })
  await work()
  expect(provider.submitted).toHaveLength(2 + 2)
  clock.advance(1_000)
  await work()
  expect(provider.submitted.slice(4)).toEqual(provider.submitted.slice(0, 2))
})

test.each([1, 10])(
  'a single message waits at most a few seconds during a large broadcast of its sender, at %d messages a second',
  async (rate) => {
    const { start, send, stored, work, clock } = await throttlingFixture(inMemory({ now: NOW }), {
      messagesPerSecond: rate,
      members: 200,
      credits: 1_000,
    })
    await start()
    for (let tenth = 0; tenth < 30; tenth++) {
      clock.advance(100)
      await work()
    }
    const { message } = await send()
    for (let tenth = 0; tenth < 30; tenth++) {
      clock.advance(100)
      await work()
    }
    expect(await stored(message.id)).toMatchObject({ status: 'sent' })
  },
)
