import { busiestWindow, memberNumber, NOW, pooledNumber, poolsFixture, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { setImmediate } from 'node:timers/promises'
import { JOB_LEASE_MS } from '../../model/jobs/job.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'

const [A, B] = [pooledNumber(0), pooledNumber(1)]
const NEVER = new Promise<SubmissionOutcome>(() => undefined)
const FROM_A = [0, 1, 2, 3, 4].map(memberNumber)
const FROM_B = [5, 6].map(memberNumber)
const FROMS = [...FROM_A.map((to) => [to, A]), ...FROM_B.map((to) => [to, B])]

/** A worker that died while it submitted to five people from a number with 10 slots, and to two from one with 3 slots. */
async function open() {
  const provider = scriptedProvider({ deduplicates: true, canBeAsked: false })
  const fixture = await poolsFixture(inMemory({ now: NOW }), { members: 7, rates: [10, 3], provider })
  const { startFromPool, give, worker, start } = fixture
  await give([...FROM_A.map((to) => [to, A] as const), ...FROM_B.map((to) => [to, B] as const)])
  const { broadcast } = await startFromPool()
  provider.script.push(...Array.from({ length: 7 }, () => () => NEVER))
  void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
  await setImmediate()
  const recipients = { phones: fixture.phones, keys: null, bodies: null, mediaUrls: null }
  return {
    ...fixture,
    broadcast,
    /** Broadcasts from one number to all, to use the slots that it still has. */
    startFrom: (from: string) => start({ from, recipients }),
    fromsSince: (count: number) => provider.submitted.slice(count).map(({ to, from }) => [to, from]),
  }
}

describe('an attempt of a broadcast from a pool that a dead worker left open', () => {
  test('is submitted again from the same numbers, even if one has become inactive', async () => {
    const { broadcast, clock, work, read, fromsSince, putSender, failures } = await open()
    expect(fromsSince(0)).toEqual(FROMS)
    await putSender(1, { status: 'inactive' })
    clock.advance(JOB_LEASE_MS)
    await work()
    expect(fromsSince(7)).toEqual(FROMS)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 7 } })
    expect(failures).toEqual([])
  })

  test('takes new slots of each number', async () => {
    const { clock, work, startFrom, fromsSince } = await open()
    clock.advance(JOB_LEASE_MS)
    await work()
    for (const from of [A, B]) await startFrom(from)
    await work()
    const froms = fromsSince(14).map(([, from]) => from)
    expect(froms.filter((from) => from === A)).toHaveLength(10 - 5)
    expect(froms.filter((from) => from === B)).toHaveLength(3 - 2)
  })

  test('is submitted again up to the first message whose number has no slot; the rest follow when it has one', async () => {
    const { broadcast, clock, work, workFor, startFrom, read, fromsSince } = await open()
    clock.advance(JOB_LEASE_MS - 200)
    await startFrom(B)
    await work()
    expect(fromsSince(7)).toHaveLength(3)
    clock.advance(200)
    await work()
    expect(fromsSince(10)).toEqual(FROMS.slice(0, 5))
    const later = await workFor(60)
    expect(fromsSince(15)).toEqual(expect.arrayContaining(FROMS.slice(5)))
    expect(busiestWindow(later.get(B)!, 1_000)).toBeLessThanOrEqual(3)
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 7 } })
  })
})
