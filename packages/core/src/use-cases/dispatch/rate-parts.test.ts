import { memberNumber, NOW, scriptedProvider, throttlingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { setImmediate } from 'node:timers/promises'
import { JOB_LEASE_MS } from '../../model/jobs/job.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { measureText } from '../../values/text/text-segments.js'

type Given = Partial<Parameters<typeof throttlingFixture>[1]>

const THREE_PARTS = 'Carillon '.repeat(40)
const NONE = { keys: null, bodies: null, mediaUrls: null } as const

const open = (messagesPerSecond: number | null, given: Given = {}) =>
  throttlingFixture(inMemory({ now: NOW }), { messagesPerSecond, members: 40, credits: 1_000, ...given })

/** How many messages of a broadcast are submitted at once, and after each further second. */
async function paceOf(
  { start, work, clock, provider }: Awaited<ReturnType<typeof open>>,
  seconds: number,
  ...input: Parameters<Awaited<ReturnType<typeof open>>['start']>
) {
  await start(...input)
  const totals: number[] = []
  for (let second = 0; second <= seconds; second++) {
    await work()
    totals.push(provider.submitted.length)
    clock.advance(1_000)
  }
  return totals
}

describe('a broadcast from a number with a rate', () => {
  test('takes slots for the parts of its text', async () => {
    expect(measureText(THREE_PARTS).wireParts).toBe(3)
    expect(await paceOf(await open(10), 2, { body: THREE_PARTS })).toEqual([3, 6, 9])
    expect(await paceOf(await open(10), 2, { body: 'Hi' })).toEqual([10, 20, 30])
  })

  test('takes a slot for each message if the account counts messages', async () => {
    const fixture = await open(10, { account: { rateCounts: 'messages' } })
    expect(await paceOf(fixture, 2, { body: THREE_PARTS })).toEqual([10, 20, 30])
  })

  test('takes no slots without a rate', async () => {
    expect(await paceOf(await open(null), 0, { body: THREE_PARTS })).toEqual([40])
  })

  test('sends texts that have more parts than the rate, each for as many seconds as its parts need', async () => {
    expect(await paceOf(await open(2), 6, { body: THREE_PARTS })).toEqual([1, 1, 2, 2, 3, 3, 4])
  })

  test('counts an MMS as one part, whatever its text', async () => {
    const mms = { body: THREE_PARTS, mediaUrl: 'https://example.com/bell.png' }
    expect(await paceOf(await open(10), 1, mms)).toEqual([10, 20])
  })

  test('counts the text of each recipient with its merge tags filled in', async () => {
    const fixture = await open(10)
    for (const n of [0, 2]) await fixture.contact({ phone: memberNumber(n), firstName: 'Ann '.repeat(20) })
    const body = `{{contact_first_name}}${'x'.repeat(90)}`
    expect(await paceOf(fixture, 1, { body })).toEqual([8, 18])
  })

  test('counts the text after smart encoding', async () => {
    const body = `It’s on ${'x'.repeat(100)}`
    expect(await paceOf(await open(10), 1, { body, smartEncoding: false })).toEqual([5, 10])
    expect(await paceOf(await open(10), 1, { body, smartEncoding: true })).toEqual([10, 20])
  })

  test('counts a text that the content policy blocks as one part', async () => {
    const compliance = { blockedPhrases: ['win big'], blockPublicShorteners: true, helpText: null }
    const fixture = await open(10, { account: { compliance } })
    await fixture.contact({ phone: memberNumber(0), firstName: 'win big' })
    const body = `{{contact_first_name}} ${THREE_PARTS}`
    expect(await paceOf(fixture, 1, { body })).toEqual([3, 6])
    expect(fixture.provider.submitted[0]!.to).toBe(memberNumber(1))
  })

  test('goes on after a crash with slots for the parts of the texts that it had stored', async () => {
    const provider = scriptedProvider()
    const { start, work, worker, clock, read } = await open(10, { provider, members: 3 })
    const { broadcast } = await start({ body: THREE_PARTS })
    provider.script.push(...Array.from({ length: 3 }, () => () => new Promise<SubmissionOutcome>(() => undefined)))
    void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
    await setImmediate()
    expect(provider.submitted).toHaveLength(3)
    clock.advance(JOB_LEASE_MS)
    await start({ body: 'x'.repeat(300), recipients: { ...NONE, phones: [0, 1].map(memberNumber) } })
    await work()
    expect(provider.submitted).toHaveLength(3 + 2 + 2)
    clock.advance(1_000)
    await work()
    expect(provider.submitted).toHaveLength(3 + 2 + 2 + 1)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 3 } })
  })
})

test('a batch from a number with a rate counts the parts of each body and media', async () => {
  const fixture = await open(10)
  const phones = Array.from({ length: 12 }, (_, n) => memberNumber(n))
  const bodies = phones.map((_, n) => (n % 2 === 0 ? THREE_PARTS : 'Hi'))
  const mediaUrls = phones.map((_, n) => (n === 4 ? 'https://example.com/bell.png' : null))
  const recipients = { ...NONE, phones, bodies, mediaUrls }
  expect(await paceOf(fixture, 2, { kind: 'batch', body: null, recipients })).toEqual([6, 10, 12])
})

test('two broadcasts of long texts share the rate of their number', async () => {
  const { start, work, clock, provider } = await open(6)
  await start({ body: THREE_PARTS })
  await start({ body: `${THREE_PARTS}!` })
  for (let tenth = 0; tenth < 100; tenth++) {
    await work()
    clock.advance(100)
  }
  const ofFirst = provider.submitted.filter(({ body }) => body === THREE_PARTS).length
  expect(provider.submitted.length).toBeGreaterThanOrEqual(18)
  expect(Math.abs(2 * ofFirst - provider.submitted.length)).toBeLessThanOrEqual(4)
})

test('a broadcast of long texts is not stopped by single texts that leave only some slots free', async () => {
  const { start, send, work, clock, provider } = await open(2)
  await start({ body: THREE_PARTS })
  await work()
  for (let second = 0; second < 60; second++) {
    await send({ to: memberNumber(second % 40), idempotencyKey: `${second}` })
    for (let half = 0; half < 2; half++) {
      await work()
      clock.advance(500)
    }
  }
  const long = provider.submitted.filter(({ body }) => body === THREE_PARTS).length
  expect(long).toBeGreaterThanOrEqual(6)
  expect(provider.submitted.length - long).toBeGreaterThanOrEqual(40)
})
