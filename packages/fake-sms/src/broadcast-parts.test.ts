import { memberNumber, NOW, scriptedProvider, throttlingFixture } from '@carillon/contracts'
import { measureText, ratePartsOf, type Account } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { FakeSms } from './fake-sms.js'

const THREE_PARTS = 'Carillon '.repeat(40)
const STEP_MS = 100

/** A broadcast of texts of three parts, and single texts meanwhile, until everything has arrived on the phones. */
async function run(rate: number, given: Partial<Account> = {}, members = 60) {
  const adapters = inMemory({ now: NOW })
  const { clock } = adapters
  const fake = new FakeSms({ ...adapters, messagesPerSecond: rate, rateCounts: 'parts' })
  let refused = 0
  const submit: FakeSms['submit'] = async (messages, options) => {
    const outcomes = await fake.submit(messages, options)
    refused += outcomes.filter(({ kind }) => kind === 'try-later').length
    return outcomes
  }
  const fixture = await throttlingFixture(adapters, {
    ...{ messagesPerSecond: rate, members, credits: 1_000, account: given },
    provider: { ...scriptedProvider(), submit },
  })
  const { broadcast } = await fixture.start({ body: THREE_PARTS })
  for (let n = 0; n < 5; n++) await fixture.send({ to: memberNumber(n), idempotencyKey: `${n}` })
  const isOver = async () => (await fixture.read(broadcast.id)).status === 'completed' && (await fixture.queued()) === 0
  while (!(await isOver())) {
    await fixture.work()
    clock.advance(STEP_MS)
  }
  const arrived = await fake.list({ to: null, limit: 1_000 })
  return { arrived, refused }
}

/** The most parts that arrived in any 10 seconds. */
function busiest(arrived: Awaited<ReturnType<typeof run>>['arrived']): number {
  const texts = arrived.map(({ body, submittedAt, mediaUrl = null }) => {
    return { ms: new Date(submittedAt).getTime(), parts: ratePartsOf({ body, mediaUrl }) }
  })
  const within = (fromMs: number) => texts.filter(({ ms }) => ms >= fromMs && ms < fromMs + 10_000)
  return Math.max(...texts.map(({ ms }) => within(ms).reduce((sum, { parts }) => sum + parts, 0)))
}

describe('a broadcast of texts of three parts from a number with a rate', () => {
  test.each([2, 5, 10])('has at most 10 x %d parts in any 10 seconds, and the carrier refuses none', async (rate) => {
    expect(measureText(THREE_PARTS).wireParts).toBe(3)
    const { arrived, refused } = await run(rate)
    expect(arrived).toHaveLength(60 + 5)
    expect(refused).toBe(0)
    expect(busiest(arrived)).toBeLessThanOrEqual(10 * rate)
    expect(busiest(arrived)).toBeGreaterThan(0.6 * 10 * rate)
  })

  test('goes at the rate of messages if the account counts messages, which a carrier that counts parts refuses', async () => {
    const { arrived, refused } = await run(10, { rateCounts: 'messages' })
    expect(arrived).toHaveLength(60 + 5)
    expect(refused).toBeGreaterThan(0)
  })
})
