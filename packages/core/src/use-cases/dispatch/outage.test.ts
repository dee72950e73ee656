import { broadcastingFixture, memberNumber, NOW, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'

const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const ACCEPTED: SubmissionOutcome = { kind: 'accepted', providerId: 'p1' }

/** Uses slices of 50, the maximum for a provider that cannot resolve unknown outcomes. */
async function inSlices(members: number) {
  const provider = scriptedProvider({ deduplicates: false })
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members, provider, credits: 2 * members })
  return { ...fixture, say: (...said: readonly SubmissionOutcome[]) => void provider.script.push(...said) }
}

function times(count: number, outcome: SubmissionOutcome): readonly SubmissionOutcome[] {
  return Array.from({ length: count }, () => outcome)
}

describe('while the provider accepts nothing,', () => {
  test('no new recipient is tried after a slice in which nothing was submitted', async () => {
    const { start, work, say, clock, optOutNumber, provider } = await inSlices(160)
    say(ACCEPTED, ...times(49, THROTTLED), ACCEPTED, ...times(49, THROTTLED), ...times(50, THROTTLED))
    await start()
    await work()
    expect(provider.submitted).toHaveLength(150)
    for (let n = 1; n <= 51; n++) await optOutNumber(memberNumber(n))
    say(...times(50, THROTTLED))
    clock.advance(1_000)
    await work()
    expect(provider.submitted).toHaveLength(200)
    expect(provider.submitted.map(({ to }) => to)).not.toContain(memberNumber(150))
  })
})

describe('waiting messages', () => {
  test('are not retried earlier than the provider requested, whatever the outcome of later slices', async () => {
    const { start, work, say, clock, provider } = await inSlices(60)
    say({ kind: 'try-later', afterMs: 30_000 }, ...times(49, ACCEPTED), THROTTLED)
    await start()
    await work()
    clock.advance(29_999)
    await work()
    expect(provider.submitted).toHaveLength(61)
    clock.advance(1_000)
    await work()
    expect(provider.submitted).toHaveLength(62)
  })

  test('are retried as fast as a throttling provider accepts them, with few extra tries', async () => {
    const { clock, ...adapters } = inMemory({ now: NOW })
    let tokens = 5
    const perSecond = 5
    let filledAtMs = clock.now().getTime()
    const submitted: number[] = []
    const provider = {
      ...scriptedProvider(),
      submit: async (many: readonly unknown[]): Promise<readonly SubmissionOutcome[]> => {
        const nowMs = clock.now().getTime()
        tokens = Math.min(perSecond, tokens + ((nowMs - filledAtMs) / 1_000) * perSecond)
        filledAtMs = nowMs
        submitted.push(many.length)
        return many.map(() => {
          if (--tokens >= 0) return ACCEPTED
          return { kind: 'try-later', afterMs: Math.ceil((-tokens / perSecond) * 1_000) }
        })
      },
    }
    const { start, work, read } = await broadcastingFixture(
      { ...adapters, clock },
      { members: 105, provider, credits: 210 },
    )
    const { broadcast } = await start()
    for (let tenth = 0; tenth < 220; tenth++) {
      await work()
      tokens = Math.max(0, tokens)
      clock.advance(100)
    }
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 105 } })
    expect(submitted.reduce((sum, count) => sum + count, 0)).toBeLessThan(3 * 105)
  })

  test('are not delayed by messages that start to wait later', async () => {
    const { start, work, say, clock, provider } = await inSlices(60)
    say(THROTTLED, ...times(49, ACCEPTED))
    provider.script.push(async () => {
      clock.advance(450)
      return THROTTLED
    })
    await start()
    await work()
    clock.advance(550)
    await work()
    expect(provider.submitted).toHaveLength(61)
  })
})
