import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ids } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { aFullSchedule, anOccurrenceAt, aSchedule, DAILY, ONCE } from './schedule-builders.js'
import { scheduleStoreFixture } from './schedule-fixture.js'
import { describeScheduleList } from './schedule-list.contract.js'
import { describeScheduleSends } from './schedule-sends.contract.js'

export function describeScheduleStore(open: OpenTestAdapters) {
  const openFixture = () => scheduleStoreFixture(open)

  describe('schedules', () => {
    test('are found by id, with all fields', async () => {
      const { account, added, find } = await openFixture()
      const plain = await added()
      const full = await added(aFullSchedule({ account: account.id }))
      const ended = await added({ status: 'ended', next: null })
      for (const schedule of [plain, full, ended]) expect(await find(schedule)).toEqual(schedule)
      expect(await find(aSchedule({ account: account.id }))).toBeNull()
    })

    test.each([
      { frequency: 'monthly', interval: 12, dayOfMonth: 31, endType: 'afterOccurrences', endAfterOccurrences: 10_000 },
      DAILY,
    ] as const)('keep exactly the fields of their recurrence: %j', async (recurrence) => {
      const { added, find } = await openFixture()
      const schedule = await added({ timetable: { ...ONCE, recurrence } })
      expect((await find(schedule))!.timetable).toStrictEqual({ ...ONCE, recurrence })
    })

    test('do not change when they are added again', async () => {
      const { added, add, find } = await openFixture()
      const schedule = await added()
      expect(await add({ ...schedule, body: 'Another', status: 'paused' })).toBe(false)
      expect(await find(schedule)).toEqual(schedule)
    })

    test('have an account that can be looked up by the schedule id', async () => {
      const { account, neighbour, added, schedules } = await openFixture()
      const other = await neighbour()
      const [ours, theirs] = [await added(), await added({ account: other.id })]
      const accountOf = (id: typeof ours.id) => schedules((store) => store.accountOf(id))
      expect([await accountOf(ours.id), await accountOf(theirs.id)]).toEqual([account.id, other.id])
      expect(await accountOf(ids.next('sch'))).toBeNull()
    })

    test('that several calls add concurrently are added once', async () => {
      const { account, add } = await openFixture()
      const schedule = aSchedule({ account: account.id })
      const results = await Promise.all([1, 2, 3].map(() => add(schedule)))
      expect(results.toSorted()).toEqual([false, false, true])
    })

    test('of a failed unit of work are not stored', async () => {
      const { account, run, find } = await openFixture()
      const schedule = aSchedule({ account: account.id })
      await expectRolledBack(run, ({ schedules }) => schedules.add(schedule))
      expect(await find(schedule)).toBeNull()
    })

    test('belong to one account, even if another account has a schedule with the same id', async () => {
      const { neighbour, added, add, find, schedules } = await openFixture()
      const [other, ours] = [await neighbour(), await added()]
      const theirs = { ...ours, account: other.id, body: 'Theirs' }
      expect(await find(theirs)).toBeNull()
      expect(await schedules((store) => store.lock(other.id, ours.id))).toBeNull()
      expect(await add(theirs)).toBe(true)
      await schedules((store) => store.save({ ...theirs, body: 'Changed' }))
      expect(await find(ours)).toEqual(ours)
      await schedules((store) => store.remove(other.id, theirs.id))
      expect([await find(ours), await find(theirs)]).toEqual([ours, null])
    })

    test('are saved, except for id, account and creation time', async () => {
      const { account, added, find, schedules } = await openFixture()
      const [schedule, other] = [await added(), await added()]
      const { id, createdAt } = schedule
      const changed = aFullSchedule({ account: account.id, id })
      await schedules((store) => store.save(changed))
      expect(await find(schedule)).toEqual({ ...changed, createdAt })
      await schedules((store) => store.save({ ...changed, status: 'ended', next: null, waves: null }))
      expect(await find(schedule)).toEqual({ ...changed, status: 'ended', next: null, waves: null, createdAt })
      await schedules((store) => store.save(schedule))
      expect(await find(schedule)).toEqual(schedule)
      expect(await find(other)).toEqual(other)
    })

    test('are not added by `save`', async () => {
      const { account, find, schedules } = await openFixture()
      const schedule = aSchedule({ account: account.id })
      await schedules((store) => store.save(schedule))
      expect(await find(schedule)).toBeNull()
    })

    test('are locked, so that concurrent changes of a schedule run one after the other', async () => {
      const { account, added, find, schedules } = await openFixture()
      const schedule = await added()
      const startOne = () =>
        schedules(async (store) => {
          const before = (await store.lock(account.id, schedule.id))!
          await store.save({ ...before, occurred: before.occurred + 1 })
        })
      await Promise.all([1, 2, 3, 4, 5].map(startOne))
      expect((await find(schedule))!.occurred).toBe(5)
      expect(await schedules((store) => store.lock(account.id, ids.next('sch')))).toBeNull()
    })

    test('are removed with their sends, and no other schedule is removed', async () => {
      const { account, added, find, send, findSend, schedules } = await openFixture()
      const [schedule, other] = [await added(), await added()]
      const own = [await send(schedule, { status: 'planned' }), await send(schedule)]
      const another = await send(other)
      await schedules((store) => store.remove(account.id, schedule.id))
      expect(await find(schedule)).toBeNull()
      for (const gone of own) expect(await findSend(gone)).toBeNull()
      expect([await find(other), await findSend(another)]).toEqual([other, another])
    })

    test('that have not ended are read in steps, by id', async () => {
      const { account, neighbour, added, add, schedules } = await openFixture()
      const first = await added({ next: anOccurrenceAt(after(9)) })
      await added({ status: 'ended', next: null })
      const [second, third] = [await added({ status: 'paused' }), await added({ next: anOccurrenceAt(after(1)) })]
      const other = await neighbour()
      await add(aSchedule({ account: other.id }))
      const step = (id: typeof first.id | null, limit: number) =>
        schedules((store) => store.after(account.id, id, limit))
      expect(await step(null, 2)).toEqual([first, second])
      expect(await step(second.id, 2)).toEqual([third])
      expect(await step(first.id, 1)).toEqual([second])
      expect(await step(third.id, 2)).toEqual([])
    })
  })

  describeScheduleList(openFixture)
  describeScheduleSends(openFixture)
}
