import { describe, expect, test } from '@jest/globals'
import {
  jobIdOf,
  type AccountId,
  type ClaimedJobOf,
  type JobClaim,
  type Reservation,
  type Schedule,
  type ScheduleId,
} from '@carillon/core'
import { aBroadcast } from '../broadcasts/broadcast-builders.js'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after, ids } from '../fixtures/builders.js'
import { aLedgerEntry, aSender } from '../fixtures/sending-builders.js'
import { aFullSchedule, aSchedule, anOccurrenceAt } from './schedule-builders.js'
import { scheduleStoreFixture } from './schedule-fixture.js'
import { describeSmallAudiences } from './small-audiences.contract.js'

const DAY = '2026-03-01'

export function describeOccurrenceStore(open: OpenTestAdapters) {
  const openFixture = async () => {
    const fixture = await scheduleStoreFixture(open)
    const { account, run } = fixture
    /** Puts the jobs of these schedules, and claims them. */
    const claim = async (schedules: readonly Schedule[], given: Partial<JobClaim> = {}) => {
      await run(({ jobs }) => jobs.add(schedules.map(jobOf)))
      const of = [...new Set(schedules.map((one) => one.account))]
      const lease = { now: NOW, leaseUntil: after(30), limit: 99, fence: ids.next('job') }
      const claimed = await run(({ jobs }) => jobs.claim({ account: of, lane: 'timed', ...lease, ...given }))
      return claimed as readonly ClaimedJobOf<'run-occurrence'>[]
    }
    return {
      ...fixture,
      claim,
      lock: (jobs: readonly ClaimedJobOf<'run-occurrence'>[]) => run(({ occurrences }) => occurrences.lock(jobs)),
      /** Another account, with a schedule that has the same ids. */
      twin: async (schedule: Schedule) => {
        const other = await fixture.neighbour()
        const theirs = { ...schedule, account: other.id }
        await fixture.add(theirs)
        return { other, theirs }
      },
      lockCredits: (accounts: readonly AccountId[], day = DAY) =>
        run(({ occurrences }) => occurrences.lockCredits(accounts, day)),
      reserve: (reservations: readonly Reservation[], day = DAY) =>
        run(({ occurrences }) => occurrences.reserve(reservations, day)),
      grant: (of: AccountId, amount: number) =>
        run(({ credits }) => credits.post(of, [aLedgerEntry({ account: of, amount })])),
      own: account.id,
    }
  }

  describe('occurrences: lock', () => {
    test('returns the schedule of each job, with its account, its sender, and the sends that matter', async () => {
      const { account, added, twin, run, send, claim, lock } = await openFixture()
      const schedule = await added({ next: anOccurrenceAt(NOW) })
      const { other, theirs } = await twin(schedule)
      const plain = await added({ from: '+12025550111', next: null })
      const sender = aSender({ account: account.id, number: schedule.from })
      await run(({ senders }) => senders.put(sender))
      const near = [
        await send(schedule, { occurrence: after(-48 * 3_600) }),
        await send(schedule, { occurrence: after(48 * 3_600), status: 'failed' }),
        await send(schedule, { occurrence: after(-999 * 3_600), status: 'planned' }),
        await send(schedule, { occurrence: NOW, status: 'planned' }),
      ]
      await send(schedule, { occurrence: after(-49 * 3_600) })
      await send(schedule, { occurrence: after(49 * 3_600) })
      const planned = await send(plain, { occurrence: NOW, status: 'planned' })
      await send(plain, { occurrence: NOW })
      const jobs = await claim([schedule, theirs, plain])
      const found = await lock(jobs)
      expect(found.map(({ job }) => job).sort(byName)).toEqual([...jobs].sort(byName))
      expect(new Map(found.map((one) => [`${one.job.account} ${one.job.payload.schedule}`, one.found]))).toEqual(
        new Map([
          [`${account.id} ${schedule.id}`, { schedule, account, sender, sends: near }],
          [`${other.id} ${theirs.id}`, { schedule: theirs, account: other, sender: null, sends: [] }],
          [`${account.id} ${plain.id}`, { schedule: plain, account, sender: null, sends: [planned] }],
        ]),
      )
    })

    test('omits a job whose claim is not the newest, and returns null for a schedule that is gone', async () => {
      const { own, added, run, claim, lock } = await openFixture()
      const [one, moved, gone] = [await added(), await added(), aSchedule({ account: own })]
      const stale = await claim([one, moved, gone])
      const newest = await claim([], { account: own, now: after(30), leaseUntil: after(60) })
      await run(({ jobs }) => jobs.put([jobOf(moved)]))
      expect(await lock(stale)).toEqual([])
      const found = await lock(newest)
      expect(found.map(({ job, found }) => [job.payload.schedule, found?.schedule ?? null]).sort()).toEqual([
        [one.id, one],
        [gone.id, null],
      ])
    })

    test('lets one of several workers run the jobs, whatever the order of their jobs', async () => {
      const { added, run, claim } = await openFixture()
      const schedules = [await added(), await added(), await added()]
      const jobs = await claim(schedules)
      const begin = (some: typeof jobs) =>
        run(async ({ occurrences }) => {
          const locked = await occurrences.lock(some)
          await occurrences.finish(locked.map(({ job }) => job))
          return locked.length
        })
      const begun = await Promise.all([begin(jobs), begin(jobs.toReversed()), begin(jobs), begin(jobs.toReversed())])
      expect(begun.sort()).toEqual([0, 0, 0, 3])
    })
  })

  describe('occurrences: credits', () => {
    test('are locked with the number of recipients accepted that day, in every account', async () => {
      const { own, neighbour, grant, run, lockCredits } = await openFixture()
      const [other, fresh] = [(await neighbour()).id, (await neighbour()).id]
      await grant(own, 7)
      await grant(other, 9)
      await run(({ credits }) => credits.countAccepted(own, DAY, 3))
      await run(({ credits }) => credits.countAccepted(other, '2026-02-28', 5))
      const balance = (sms: number) => ({ sms, mms: 0, reserved: { sms: 0, mms: 0 } })
      expect(await lockCredits([own, fresh, other])).toEqual(
        new Map([
          [own, { balance: balance(7), accepted: 3 }],
          [fresh, { balance: balance(0), accepted: 0 }],
          [other, { balance: balance(9), accepted: 0 }],
        ]),
      )
    })

    test('are reserved as single posts and counts do it, in every account', async () => {
      const { own, neighbour, grant, lockCredits, reserve, run } = await openFixture()
      const other = (await neighbour()).id
      await grant(own, 20)
      await grant(other, 20)
      const entry = (account: AccountId, amount: number) =>
        aLedgerEntry({ account, amount, from: 'available', to: 'reserved', reference: ids.next('brc') })
      const [first, second, theirs] = [entry(own, 4), entry(own, 6), entry(other, 8)]
      await lockCredits([own, other])
      await reserve([
        { account: own, entries: [first, second], recipients: 5 },
        { account: other, entries: [theirs], recipients: 4 },
      ])
      await reserve([{ account: own, entries: [first], recipients: 1 }])
      expect(await lockCredits([own, other])).toEqual(
        new Map([
          [own, { balance: { sms: 10, mms: 0, reserved: { sms: 10, mms: 0 } }, accepted: 6 }],
          [other, { balance: { sms: 12, mms: 0, reserved: { sms: 8, mms: 0 } }, accepted: 4 }],
        ]),
      )
      await reserve([{ account: own, entries: [], recipients: 9 }], '2026-02-28')
      expect(await run(({ credits }) => credits.acceptedOn(own, DAY))).toBe(15)
      expect(await lockCredits([own], '2026-02-28')).toMatchObject(new Map([[own, { accepted: 15 }]]))
      await reserve([{ account: own, entries: [], recipients: 2 }], '2026-03-02')
      expect(await run(({ credits }) => credits.acceptedOn(own, '2026-03-02'))).toBe(2)
    })

    test('are never overdrawn', async () => {
      const { own, grant, reserve, lockCredits } = await openFixture()
      await grant(own, 5)
      const entries = [aLedgerEntry({ account: own, amount: 6, from: 'available', to: 'reserved' })]
      await lockCredits([own])
      await expect(reserve([{ account: own, entries, recipients: 3 }])).rejects.toThrow()
      expect((await lockCredits([own])).get(own)).toMatchObject({ balance: { sms: 5 }, accepted: 0 })
    })
  })

  describe('occurrences: results', () => {
    test('are broadcasts with all fields, of several accounts', async () => {
      const { own, neighbour, run } = await openFixture()
      const send = { schedule: ids.next('sch'), id: ids.next('snd') }
      const [mine, theirs] = [
        aBroadcast({ account: own, send, body: 'Grüße "👋"\n', total: 7, released: 3, createdAt: after(1.001) }),
        aBroadcast({ account: (await neighbour()).id, body: 'Hello', total: 1, released: 1 }),
      ]
      await run(({ occurrences }) => occurrences.addBroadcasts([mine, theirs]))
      for (const one of [mine, theirs]) {
        expect(await run(({ broadcasts }) => broadcasts.find(one.account, one.id))).toEqual(one)
      }
    })

    test('are the progress of schedules, and nothing else of them', async () => {
      const { added, twin, find, run } = await openFixture()
      const [one, other] = [await added(), await added()]
      const { theirs } = await twin(one)
      const { status, next, occurred, skipped, hasSent, updatedAt, ...rest } = aFullSchedule({ account: one.account })
      const progress = { status, next, occurred, skipped, hasSent, updatedAt }
      const ended = { status: 'ended', next: null } as const
      await run(({ occurrences }) =>
        occurrences.saveSchedules([
          { ...rest, ...progress, id: one.id },
          { ...other, ...ended },
        ]),
      )
      await run(({ occurrences }) => occurrences.saveSchedules([]))
      expect([await find(one), await find(other), await find(theirs)]).toEqual([
        { ...one, ...progress },
        { ...other, ...ended },
        theirs,
      ])
    })

    test('are finished jobs, of several accounts', async () => {
      const { added, twin, claim, run } = await openFixture()
      const [one, kept] = [await added(), await added()]
      const { theirs } = await twin(one)
      const jobs = await claim([one, theirs, kept])
      const finished = jobs.filter(({ payload }) => payload.schedule !== kept.id)
      await run(async ({ occurrences }) => {
        await occurrences.lock(jobs)
        await occurrences.finish(finished)
        await occurrences.finish([])
      })
      const left = await Promise.all(
        [one, theirs, kept].map(({ account, id }) => run((stores) => stores.jobs.exists(account, jobIdOf(id)))),
      )
      expect(left).toEqual([false, false, true])
    })
  })

  describeSmallAudiences(open)
}

function jobOf({ id, account }: { readonly id: ScheduleId; readonly account: AccountId }) {
  const payload = { schedule: id }
  return { kind: 'run-occurrence', payload, id: jobIdOf(id), account, lane: 'timed', runAt: NOW } as const
}

function byName(one: ClaimedJobOf<'run-occurrence'>, other: ClaimedJobOf<'run-occurrence'>): number {
  return `${one.account} ${one.id}` < `${other.account} ${other.id}` ? -1 : 1
}
