import { describe, expect, test } from '@jest/globals'
import { NOT_BEGUN, messageIdAt, parseTimeZone, type Broadcast, type MessageId } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, fixedId, ids } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { FULL_CONTENT } from '../templates/template-builders.js'
import { aBroadcast, aChunk, chunksOf } from './broadcast-builders.js'
import { describeBroadcastCounts } from './broadcast-counts.contract.js'
import { broadcastStoreFixture } from './broadcast-fixture.js'
import { describeBroadcastList } from './broadcast-list.contract.js'
import { describeChunks } from './chunks.contract.js'

/** Together with `retriedAs`, these fields give a broadcast a value in every field. */
const FULL = {
  body: 'Grüße 👋\n"quoted", \\ and {{tags}}',
  mediaUrl: 'https://media.example.com/bell.png?size=1',
  status: 'canceled',
  total: 50_000,
  released: 2_000,
  timezone: parseTimeZone('Asia/Kolkata'),
  send: { schedule: fixedId('sch'), id: fixedId('snd') },
  counts: { sent: 4, failed: 3, canceled: 2, delivered: 1 },
  createdAt: after(1.001),
  startedAt: after(2.002),
  heldUntil: after(2.25),
  template: { id: fixedId('tpl'), version: 2, language: FULL_CONTENT.language },
  smartEncoding: true,
  sendingHours: {
    windows: [{ days: ['mon', 'sun'], from: '20:00', to: '02:30' }],
    groupWindows: [{ group: fixedId('grp'), windows: [{ days: ['tue'], from: '08:00', to: '24:00' }] }],
    holidays: ['2026-12-25'],
    holdAtMost: '36h',
    zone: parseTimeZone('America/New_York'),
  },
  held: 7,
  pausedAt: after(2.5),
  expiresAt: after(2.75),
  watch: {
    canary: { recipients: 50, waitMinutes: 5, stopWhen: { failedOver: 0.05, optedOutOver: 0.021, atLeast: 20 } },
    isCanaryOver: false,
    autoPause: { failedOver: 0.2, atLeast: 500 },
    pausedBecause: { rule: 'canary', limit: 'failedOver', allowed: 0.05, found: 0.3125, of: 48 },
  },
  pool: { id: fixedId('pool'), name: 'East', numbers: ['+12025550199', '+12125550199'] },
  completedAt: after(3.003),
} as const

export function describeBroadcastStore(open: OpenTestAdapters) {
  const openFixture = () => broadcastStoreFixture(open)

  describe('broadcasts', () => {
    test('are found by id, with all fields', async () => {
      const { account, added, find } = await openFixture()
      const plain = await added()
      const batch = await added({ id: ids.next('bat'), body: null })
      const full = await added({ ...FULL, retriedAs: plain.id })
      for (const broadcast of [plain, batch, full]) expect(await find(broadcast)).toEqual(broadcast)
      expect(await find(aBroadcast({ account: account.id }))).toBeNull()
    })

    test.each(['brc', 'bat'] as const)(
      'make `expects` true for the messages of their recipients until the broadcasts end: %s',
      async (kind) => {
        const { account, added, broadcasts, neighbour } = await openFixture()
        const expects = (message: MessageId, of = account.id) => broadcasts((store) => store.expects(of, message))
        const running = await added({ id: ids.next(kind), total: 3, status: 'canceled' })
        const ended = await added({ id: ids.next(kind), total: 3, status: 'completed', completedAt: after(1) })
        const [first, last] = [messageIdAt(running.id, 0), messageIdAt(running.id, 2)]
        expect([await expects(first), await expects(last)]).toEqual([true, true])
        const others = [
          messageIdAt(running.id, 3),
          messageIdAt(ended.id, 0),
          `${first.slice(0, 20)}zz${first.slice(22)}`,
        ]
        for (const id of [...others, ids.next('msg'), 'msg_', `msg_${'%'.repeat(26)}`]) {
          expect(await expects(id as MessageId)).toBe(false)
        }
        expect(await expects(first, (await neighbour()).id)).toBe(false)
      },
    )

    test('do not change, nor do their chunks, when they are added again', async () => {
      const { added, add, find, chunksAt } = await openFixture()
      const broadcast = await added({}, (own) => chunksOf(own, 2))
      expect(await add({ ...broadcast, body: 'Another' }, chunksOf(broadcast, 5, { length: 4 }))).toBe(false)
      expect(await find(broadcast)).toEqual(broadcast)
      expect(await chunksAt(broadcast, 0, 100)).toEqual(chunksOf(broadcast, 2))
    })

    test('that several calls add concurrently are added only once', async () => {
      const { account, add } = await openFixture()
      const broadcast = aBroadcast({ account: account.id })
      const results = await Promise.all([1, 2, 3].map(() => add(broadcast, chunksOf(broadcast, 2))))
      expect(results.toSorted()).toEqual([false, false, true])
    })

    test('are added with all of their chunks, however many', async () => {
      const { added, chunksAt } = await openFixture()
      const broadcast = await added({ total: 363 }, (own) => chunksOf(own, 121))
      expect(await chunksAt(broadcast, 0, 363)).toEqual(chunksOf(broadcast, 121))
    })

    test('of a failed unit of work are not stored', async () => {
      const { account, run, find, lockChunk } = await openFixture()
      const broadcast = aBroadcast({ account: account.id })
      await expectRolledBack(run, ({ broadcasts }) => broadcasts.add(broadcast, [aChunk({ broadcast })]))
      expect([await find(broadcast), await lockChunk(broadcast)]).toEqual([null, null])
    })

    test('have an account that can be looked up by the broadcast id', async () => {
      const { account, neighbour, added, broadcasts } = await openFixture()
      const other = await neighbour()
      const [ours, theirs] = [await added(), await added({ account: other.id })]
      const accountOf = (id: Broadcast['id']) => broadcasts((store) => store.accountOf(id))
      expect([await accountOf(ours.id), await accountOf(theirs.id)]).toEqual([account.id, other.id])
      expect(await accountOf(ids.next('brc'))).toBeNull()
    })

    test('belong to one account, even if another account has a broadcast with the same id', async () => {
      const { neighbour, added, add, find, lockChunk, broadcasts } = await openFixture()
      const [other, ours] = [await neighbour(), await added({}, (own) => chunksOf(own, 1))]
      expect(await find({ ...ours, account: other.id })).toBeNull()
      expect(await broadcasts((store) => store.lock(other.id, ours.id))).toBeNull()
      expect(await lockChunk({ ...ours, account: other.id })).toBeNull()
      expect(await broadcasts((store) => store.lockChunks(other.id, ours.id))).toEqual([])
      const theirs = { ...ours, account: other.id, body: 'Theirs' }
      expect(await add(theirs, chunksOf(theirs, 1, { length: 2 }))).toBe(true)
      await broadcasts((store) => store.begin(other.id, theirs.id, after(1)))
      const progress = { ...NOT_BEGUN, cursor: 1 }
      const key = { account: other.id, broadcast: theirs.id, number: 0 }
      await broadcasts((store) => store.saveProgress({ ...key, progress }, null))
      await broadcasts((store) => store.count({ ...outcomeOf(theirs), now: after(1) }))
      expect(await find(ours)).toEqual(ours)
      expect(await lockChunk(ours)).toEqual(chunksOf(ours, 1)[0])
      expect(await find(theirs)).toMatchObject({ body: 'Theirs', status: 'sending', counts: { sent: 1 } })
      expect((await lockChunk(theirs))!.recipients.phones).toHaveLength(2)
      expect((await lockChunk(theirs))!.progress.cursor).toBe(1)
    })

    test('are saved, except for their immutable fields', async () => {
      const { added, find, broadcasts } = await openFixture()
      const [broadcast, other] = [await added({ total: 9 }), await added()]
      const { status, counts, held, startedAt, pausedAt, completedAt } = FULL
      const { watch } = FULL
      const changed = {
        status,
        released: 5,
        watch,
        counts,
        held,
        startedAt,
        pausedAt,
        completedAt,
        retriedAs: other.id,
      }
      await broadcasts((store) => store.save({ ...broadcast, ...FULL, total: 10, from: '12345', ...changed }))
      expect(await find(broadcast)).toEqual({ ...broadcast, ...changed })
      expect(await find(other)).toEqual(other)
      await broadcasts((store) => store.save(broadcast))
      expect(await find(broadcast)).toEqual(broadcast)
    })

    test('are not added by `save`', async () => {
      const { account, find, broadcasts } = await openFixture()
      const broadcast = aBroadcast({ account: account.id })
      await broadcasts((store) => store.save(broadcast))
      expect(await find(broadcast)).toBeNull()
    })

    test('begin once, and only if they are queued', async () => {
      const { account, added, find, broadcasts } = await openFixture()
      const [broadcast, canceled] = [await added(), await added({ status: 'canceled' })]
      for (const { id } of [broadcast, canceled]) {
        await broadcasts((store) => store.begin(account.id, id, after(1)))
        await broadcasts((store) => store.begin(account.id, id, after(2)))
      }
      expect(await find(broadcast)).toEqual({ ...broadcast, status: 'sending', startedAt: after(1) })
      expect(await find(canceled)).toEqual(canceled)
    })

    test('begin without a first attempt while all are held, and with it later', async () => {
      const { account, added, find, broadcasts } = await openFixture()
      const broadcast = await added()
      await broadcasts((store) => store.begin(account.id, broadcast.id, null))
      expect(await find(broadcast)).toEqual({ ...broadcast, status: 'sending' })
      await broadcasts((store) => store.begin(account.id, broadcast.id, after(1)))
      await broadcasts((store) => store.begin(account.id, broadcast.id, after(2)))
      expect(await find(broadcast)).toEqual({ ...broadcast, status: 'sending', startedAt: after(1) })
    })

    test('count the recipients who are held, also from concurrent calls', async () => {
      const { account, added, find, broadcasts } = await openFixture()
      const [broadcast, other] = [await added(), await added()]
      const hold = (recipients: number) => broadcasts((store) => store.hold(account.id, broadcast.id, recipients))
      await Promise.all([hold(5), hold(7), hold(1)])
      await hold(-3)
      expect(await find(broadcast)).toEqual({ ...broadcast, held: 10 })
      expect(await find(other)).toEqual(other)
      await broadcasts(async (store) => store.save({ ...(await store.lock(account.id, broadcast.id))!, held: 0 }))
      expect(await find(broadcast)).toEqual(broadcast)
    })

    test('are locked, so that concurrent changes of a broadcast run one after the other', async () => {
      const { account, added, find, broadcasts } = await openFixture()
      const { id } = await added()
      const sendOne = () =>
        broadcasts(async (store) => {
          const broadcast = (await store.lock(account.id, id))!
          await store.save({ ...broadcast, counts: { ...broadcast.counts, sent: broadcast.counts.sent + 1 } })
        })
      await Promise.all([1, 2, 3, 4, 5].map(sendOne))
      expect((await find(aBroadcast({ account: account.id, id })))!.counts.sent).toBe(5)
      expect(await broadcasts((store) => store.lock(account.id, ids.next('brc')))).toBeNull()
    })
  })

  describeBroadcastList(openFixture)
  describeBroadcastCounts(openFixture)
  describeChunks(openFixture)
}

/** The counted outcome of one sent message. */
function outcomeOf({ account, id }: Broadcast) {
  return { account, broadcast: id, counts: { sent: 1, failed: 0, canceled: 0, delivered: 0 } }
}
