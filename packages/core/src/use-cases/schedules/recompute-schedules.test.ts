import {
  DAILY,
  NOW,
  aTimetable,
  overridden,
  overriddenStores,
  schedulingFixture,
  type SchedulingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { occurrenceJobIdOf } from '../../model/schedules/schedule.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId, ScheduleId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import { RecomputeSchedules } from './recompute-schedules.js'
import { saveWithJob } from './schedule-jobs.js'

const HOUR_MS = 3_600_000

/**
 * `byOldRules` computes a schedule's next occurrence by rules that are up to an hour off, as an older process would.
 */
async function open(given?: SchedulingGiven) {
  const fixture = await schedulingFixture(inMemory({ now: NOW }), given)
  const { run, account, clock } = fixture
  const byOldRules = (id: string, byMs: number) =>
    run(async (stores) => {
      const schedule = (await stores.schedules.lock(account.id, id as ScheduleId))!
      const { instant, beginsAt, ...next } = schedule.next!
      const moved = { ...next, instant: addMs(instant, byMs), beginsAt: addMs(beginsAt, byMs) }
      await saveWithJob(stores, { ...schedule, next: moved }, clock.now())
    })
  const loseJob = (id: string) => run(({ jobs }) => jobs.remove(account.id, [occurrenceJobIdOf(id as ScheduleId)]))
  /** Recomputes in a process that is asked to stop after this many units of work. */
  const recomputeUntil = (unitsMax: number) => {
    const stop = new AbortController()
    let units = 0
    const unitOfWork: UnitOfWork = {
      run: async (work) => {
        const done = await run(work)
        if (++units === unitsMax) stop.abort()
        return done
      },
      runOne: (work) => unitOfWork.run(work),
    }
    return new RecomputeSchedules({ unitOfWork, clock }).execute({ stopping: stop.signal })
  }
  return { ...fixture, byOldRules, loseJob, recomputeUntil }
}

const ONCE = aTimetable('2026-03-01T13:00')
const ON_TIME = '2026-03-01T13:00:00.000Z'

describe('after the rules of the zones have changed', () => {
  test.each([
    ['later', HOUR_MS],
    ['earlier', -HOUR_MS / 2],
  ])('a next occurrence that used to be %s is moved, and is sent at its wall clock', async (_, byMs) => {
    const { schedule, byOldRules, recompute, read, at, sentTo } = await open()
    const [moved, right] = [await schedule(ONCE), await schedule(ONCE)]
    await byOldRules(moved.id, byMs)
    expect(await recompute()).toBe(1)
    expect(await recompute()).toBe(0)
    expect(await read(moved.id)).toEqual(moved)
    expect(await read(right.id)).toEqual(right)
    await at('2026-03-01T12:59:59Z')
    expect(sentTo()).toEqual([])
    await at(ON_TIME)
    expect(sentTo()).toHaveLength(6)
  })

  test('an account whose schedules cannot be read does not hold up the others', async () => {
    const { schedule, byOldRules, unitOfWork: whole, clock, account, neighbour, read } = await open()
    const unreachable = await neighbour({ name: 'Aaa' })
    const asked: AccountId[] = []
    const unitOfWork = overriddenStores(whole, ({ schedules }) => ({
      schedules: overridden(schedules, {
        after: async (of, ...page) => {
          asked.push(of)
          if (of === unreachable.id) throw new Error('Out of reach')
          return schedules.after(of, ...page)
        },
      }),
    }))
    const moved = await schedule(ONCE)
    await byOldRules(moved.id, HOUR_MS)
    const recomputing = new RecomputeSchedules({ unitOfWork, clock })
    await expect(recomputing.execute()).rejects.toThrow('Out of reach')
    expect(await read(moved.id)).toEqual(moved)
    await expect(recomputing.execute()).rejects.toThrow('Out of reach')
    expect(asked).toEqual([unreachable.id, account.id, unreachable.id])
  })

  test('an occurrence is not sent too early, even if it was not recomputed', async () => {
    const { schedule, byOldRules, read, at, sentTo } = await open()
    const { id } = await schedule(ONCE)
    await byOldRules(id, -HOUR_MS / 2)
    await at('2026-03-01T12:30:00Z')
    expect(sentTo()).toEqual([])
    expect((await read(id)).nextScheduledFor).toBe(ON_TIME)
    await at(ON_TIME)
    expect(sentTo()).toHaveLength(3)
  })

  test('two processes that start concurrently move each schedule once', async () => {
    const { schedule, byOldRules, recompute } = await open()
    const { id } = await schedule(ONCE)
    await byOldRules(id, HOUR_MS)
    const moved = await Promise.all([recompute(), recompute()])
    expect(moved.toSorted()).toEqual([0, 1])
  })
})

describe('recomputing does not change', () => {
  test('ended schedules, or occurrences that have begun', async () => {
    const { schedule, byOldRules, recompute, read, at } = await open({
      contacts: [{ tz: null }, { tz: 'America/New_York' }],
    })
    const ended = await schedule(ONCE)
    const begun = await schedule({ ...ONCE, sendByLocalTime: true })
    await at(ON_TIME)
    await byOldRules(begun.id, HOUR_MS)
    expect(await recompute()).toBe(0)
    expect((await read(ended.id)).status).toBe('ended')
    expect((await read(begun.id)).nextScheduledFor).toBe('2026-03-01T14:00:00.000Z')
  })

  test('the status of a paused schedule, or a claimed job', async () => {
    const { schedule, change, byOldRules, recompute, at, sentTo, sends, clock, worker, work } = await open()
    const paused = await schedule({ ...ONCE, recurrence: DAILY })
    await change(paused.id, { status: 'paused' })
    await byOldRules(paused.id, HOUR_MS)
    expect(await recompute()).toBe(1)
    await at(ON_TIME)
    expect(sentTo()).toEqual([])
    const { id } = await schedule(ONCE)
    clock.set(new Date(ON_TIME))
    const running = await worker().begin({ lane: 'timed', jobsMax: 1, onFailure: () => undefined })
    await recompute()
    await Promise.all(running.map(({ ended }) => ended))
    await work()
    expect(await sends(id)).toHaveLength(1)
  })
})

test('lost jobs are restored, except those of a paused one-time schedule whose time has passed', async () => {
  const { schedule, change, loseJob, recompute, at, sentTo, run, clock } = await open()
  const [lost, paused] = [await schedule(ONCE), await schedule(ONCE)]
  await change(paused.id, { status: 'paused' })
  for (const { id } of [lost, paused]) await loseJob(id)
  clock.set(new Date('2026-03-01T13:30:00Z'))
  expect(await recompute()).toBe(0)
  await at('2026-03-01T13:30:00Z')
  expect(sentTo()).toHaveLength(3)
  await recompute()
  const due = { lane: 'timed', now: clock.now(), after: null, limit: 1 } as const
  expect(await run(({ jobs }) => jobs.accountsDue(due))).toEqual([])
})

test('all schedules of all accounts are recomputed, whatever their number', async () => {
  const { schedule, byOldRules, recompute, loseJob, neighbour, at, sentTo } = await open({ contacts: [{}] })
  await neighbour({ name: 'Before' })
  for (let n = 0; n < 501; n++) {
    const { id } = await schedule(n < 500 ? aTimetable('2026-04-01T13:00') : ONCE)
    if (n % 250 === 0) await byOldRules(id, HOUR_MS)
    else await loseJob(id)
  }
  expect(await recompute()).toBe(3)
  await at(ON_TIME)
  expect(sentTo()).toHaveLength(1)
})

test('a process that is asked to stop finishes the current page and begins no other', async () => {
  const { schedule, byOldRules, recompute, recomputeUntil } = await open({ contacts: [{}] })
  for (let n = 0; n < 501; n++) {
    const { id } = await schedule(ONCE)
    if (n % 250 === 0) await byOldRules(id, HOUR_MS)
  }
  const [accountsRead, pageRead] = [1, 2]
  expect(await recomputeUntil(accountsRead)).toBe(0)
  expect(await recomputeUntil(pageRead)).toBe(2)
  expect(await recompute()).toBe(1)
})
