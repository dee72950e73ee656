import { describe, expect, test } from '@jest/globals'
import { SEND_REASONS, SEND_STATUSES, parseTimeZone } from '@carillon/core'
import { after, ids } from '../fixtures/builders.js'
import { aSend } from './schedule-builders.js'
import type { ScheduleStoreFixture } from './schedule-fixture.js'

export function describeScheduleSends(openFixture: () => Promise<ScheduleStoreFixture>) {
  describe('sends of a schedule', () => {
    test('are found by id, with all fields', async () => {
      const { account, added, schedules, findSend } = await openFixture()
      const schedule = await added({ revision: 3 })
      const plain = aSend({ schedule })
      const full = aSend({
        schedule,
        revision: 2,
        occurrence: after(1.001),
        scheduledFor: after(-2.002),
        zone: parseTimeZone('America/Denver'),
        status: 'skipped',
        reason: 'too_late',
        broadcast: ids.next('brc'),
        waves: { recipientsPerWave: 1, waveIntervalMinutes: 2 },
      })
      await schedules((store) => store.addSends([plain, full]))
      await schedules((store) => store.addSends([]))
      expect([await findSend(plain), await findSend(full)]).toEqual([plain, full])
      expect(await schedules((store) => store.findSend(account.id, ids.next('snd')))).toBeNull()
    })

    test('change only in status and reason when they are saved', async () => {
      const { added, send, findSend, schedules } = await openFixture()
      const schedule = await added()
      const [planned, other] = [await send(schedule, { status: 'planned' }), await send(schedule)]
      const elsewhere = { occurrence: after(5), scheduledFor: after(6), broadcast: ids.next('brc'), revision: 9 }
      for (const status of SEND_STATUSES) {
        for (const reason of [null, ...SEND_REASONS]) {
          await schedules((store) => store.saveSend({ ...planned, ...elsewhere, status, reason }))
          expect(await findSend(planned)).toEqual({ ...planned, status, reason })
        }
      }
      expect(await findSend(other)).toEqual(other)
      const none = aSend({ schedule })
      await schedules((store) => store.saveSend(none))
      expect(await findSend(none)).toBeNull()
    })

    test('of one occurrence are returned in the order of their ids, whatever their status', async () => {
      const { added, send, sendsOf } = await openFixture()
      const [schedule, other] = [await added(), await added()]
      const occurrence = after(60)
      const own = [
        await send(schedule, { occurrence, scheduledFor: after(90), status: 'planned' }),
        await send(schedule, { occurrence, scheduledFor: after(30), status: 'skipped', reason: 'empty_audience' }),
        await send(schedule, { occurrence, scheduledFor: after(60) }),
      ]
      await send(schedule, { occurrence: after(3_600), scheduledFor: after(60) })
      await send(other, { occurrence })
      expect(await sendsOf(schedule, occurrence)).toEqual(own)
      expect(await sendsOf(schedule, after(61))).toEqual([])
    })

    test('of one wall clock time are returned together, even if the zone of the schedule has changed', async () => {
      const { added, send, sendsOf } = await openFixture()
      const schedule = await added()
      const here = await send(schedule, { occurrence: after(0) })
      const there = await send(schedule, { occurrence: after(14 * 3_600), wall: here.wall })
      await send(schedule, { occurrence: after(14 * 3_600 + 1) })
      expect(await sendsOf(schedule, after(0))).toEqual([here, there])
      expect(await sendsOf(schedule, after(-12 * 3_600), here)).toEqual([here, there])
      expect(await sendsOf(schedule, after(14 * 3_600))).toEqual([there])
    })

    test('that are planned are returned in the order of their ids', async () => {
      const { added, send, planned } = await openFixture()
      const [schedule, other] = [await added(), await added()]
      const first = await send(schedule, { status: 'planned', scheduledFor: after(9), occurrence: after(9) })
      for (const status of ['started', 'skipped', 'failed'] as const) await send(schedule, { status })
      const second = await send(schedule, { status: 'planned', scheduledFor: after(1) })
      await send(other, { status: 'planned' })
      expect(await planned(schedule)).toEqual([first, second])
      expect(await planned(await added())).toEqual([])
    })

    test('are running until their broadcast ends or is canceled; `running` returns the ids of the broadcasts', async () => {
      const { account, added, send, broadcastOf, running, run } = await openFixture()
      const [schedule, other] = [await added(), await added()]
      const queued = await broadcastOf(await send(schedule, { status: 'planned' }))
      const sending = await broadcastOf(await send(schedule), { status: 'sending', startedAt: after(1) })
      await broadcastOf(await send(schedule), { status: 'completed', completedAt: after(2) })
      await broadcastOf(await send(schedule), { status: 'failed', completedAt: after(2) })
      await broadcastOf(await send(schedule), { status: 'canceled' })
      await broadcastOf(await send(schedule), { status: 'canceled', completedAt: after(2) })
      await broadcastOf(await send(other))
      await broadcastOf(null)
      expect(await running(schedule)).toEqual([queued.id, sending.id])
      await run(({ broadcasts }) => broadcasts.save({ ...queued, status: 'completed', completedAt: after(3) }))
      expect(await running(schedule)).toEqual([sending.id])
      expect(await running({ ...schedule, account: account.id, id: ids.next('sch') })).toEqual([])
    })

    test('are listed newest first by `scheduledFor`, then by id descending, without planned sends', async () => {
      const { added, send, listSends } = await openFixture()
      const [schedule, other] = [await added(), await added()]
      const early = await send(schedule, { scheduledFor: after(10), occurrence: after(99) })
      const [tied, tiedToo] = [
        await send(schedule, { scheduledFor: after(20), status: 'failed', reason: 'sender_inactive' }),
        await send(schedule, { scheduledFor: after(20), status: 'skipped', reason: 'canceled' }),
      ]
      const late = await send(schedule, { scheduledFor: after(30), occurrence: after(0) })
      await send(schedule, { scheduledFor: after(40), status: 'planned' })
      await send(other)
      const all = [late, tiedToo, tied, early]
      expect(await listSends(schedule)).toEqual({ page: 1, limit: 20, totalCount: 4, results: all })
      const second = { page: 2, limit: 3 }
      expect(await listSends(schedule, second)).toEqual({ ...second, totalCount: 4, results: [early] })
      expect((await listSends(schedule, { page: 3, limit: 3 })).results).toEqual([])
      expect(await listSends(await added())).toMatchObject({ totalCount: 0, results: [] })
    })

    test('belong to one account, even if another account has sends with the same ids', async () => {
      const { neighbour, added, add, send, ...fixture } = await openFixture()
      const [other, ours] = [await neighbour(), await added()]
      const own = await send(ours, { status: 'planned' })
      const theirs = { ...ours, account: other.id }
      expect(await fixture.findSend({ ...own, account: other.id })).toBeNull()
      await expectSeen(fixture, theirs).toEqual([[], [], [], []])
      await add(theirs)
      await send(theirs, { id: own.id, reason: 'canceled', status: 'skipped' })
      await fixture.broadcastOf({ ...own, account: other.id })
      await fixture.schedules((store) => store.saveSend({ ...own, account: other.id, status: 'failed' }))
      expect(await fixture.findSend(own)).toEqual(own)
      await expectSeen(fixture, ours).toEqual([[own], [own], [], []])
      await fixture.schedules((store) => store.remove(other.id, theirs.id))
      expect(await fixture.findSend(own)).toEqual(own)
    })
  })
}

/** Expects of a schedule: the sends at NOW, the planned sends, the listed sends and the running broadcasts. */
function expectSeen(
  { sendsOf, planned, listSends, running }: Pick<ScheduleStoreFixture, 'sendsOf' | 'planned' | 'listSends' | 'running'>,
  schedule: Parameters<ScheduleStoreFixture['planned']>[0],
) {
  const seen = async () => [
    await sendsOf(schedule, after(0)),
    await planned(schedule),
    (await listSends(schedule)).results,
    await running(schedule),
  ]
  return expect(seen()).resolves
}
