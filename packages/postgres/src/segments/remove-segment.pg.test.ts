import { accountFixture, aSchedule, aSegment, NOW } from '@carillon/contracts'
import { ChangeSchedule, RemoveSegment, type Audience } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'

/** An audience that excludes the segment: without it, everybody would be meant. */
async function open() {
  const database = await openTestDatabase()
  const fixture = await accountFixture(database)
  const { account, run } = fixture
  const segment = aSegment({ account: account.id })
  await run(({ segments }) => segments.put(segment))
  const audience: Audience = { kind: 'filter', condition: { not: { segments: { ids: { in: [segment.id] } } } } }
  return { ...fixture, database, segment, audience, other: await database.another() }
}

test('a segment that a schedule begins to name meanwhile is not removed', async () => {
  const { database, run, account, segment, audience, other } = await open()
  const schedule = aSchedule({ account: account.id, audience })
  const { removing } = await run(async ({ segments, schedules }) => {
    await segments.lockShared(account.id, [segment.id])
    const pending = new RemoveSegment(other).execute({ account, id: segment.id }).catch((error: unknown) => error)
    await waitForLockWaiters(database)
    await schedules.add(schedule)
    return { removing: pending }
  })
  expect(await removing).toMatchObject({ code: 'segment-in-use', details: { schedules: [schedule.id] } })
})

test('a schedule that begins to name a segment while it is removed is refused', async () => {
  const { database, run, account, segment, audience, other } = await open()
  const schedule = aSchedule({ account: account.id })
  await run(({ schedules }) => schedules.add(schedule))
  const { changing } = await run(async ({ segments }) => {
    await segments.lock(account.id, segment.id)
    const pending = new ChangeSchedule({ ...other, clock: { now: () => NOW } })
      .execute({ account, id: schedule.id, patch: { audience } })
      .catch((error: unknown) => error)
    await waitForLockWaiters(database)
    await segments.remove(account.id, segment.id)
    return { changing: pending }
  })
  expect(await changing).toMatchObject({ code: 'segment-not-found' })
})
