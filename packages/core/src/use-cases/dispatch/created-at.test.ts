import { broadcastingFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'

const HOUR_MS = 3_600_000
const TRY_LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const UNKNOWN: SubmissionOutcome = { kind: 'unknown' }

const open = () => broadcastingFixture(inMemory({ now: NOW }), { members: 4, credits: 100 })

test('a message has the createdAt of its broadcast, whenever it is tried and whatever its outcome', async () => {
  const { start, work, messages, provider, clock } = await open()
  provider.script.push(TRY_LATER, UNKNOWN, { kind: 'refused', type: 'carrier_rejected', message: 'No' })
  const { broadcast } = await start()
  for (const waitMs of [0, HOUR_MS, 30_000, 30_000]) {
    clock.advance(waitMs)
    if (waitMs > 0) await work()
    const { results } = await messages(broadcast.id)
    expect(results.map(({ createdAt }) => createdAt)).toEqual(Array.from({ length: 4 }, () => NOW.toISOString()))
  }
  const { results } = await messages(broadcast.id)
  expect(results.map(({ status }) => status)).toEqual(['sent', 'sent', 'failed', 'sent'])
})

test('the hour of retries begins with the first try, however long the broadcast waited before', async () => {
  const { start, work, messages, provider, clock } = await open()
  const { broadcast } = await start()
  clock.advance(2 * HOUR_MS)
  provider.script.push(TRY_LATER, UNKNOWN)
  await work()
  provider.script.push(UNKNOWN, TRY_LATER)
  clock.advance(2_000)
  await work()
  expect((await messages(broadcast.id, { status: 'queued' })).totalCount).toBe(2)
  clock.advance(HOUR_MS / 2)
  await work()
  expect((await messages(broadcast.id, { status: 'sent' })).totalCount).toBe(4)
})
