import { describe, expect, test } from '@jest/globals'
import {
  COUNTED_CLICKS_MAX,
  NETWORKS_OF_CODE_MAX,
  isRepeat,
  withCounted,
  type Click,
  type RecordedClick,
} from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { clickStatsFixture } from './click-stats-fixture.js'

const ONE = { network: 7 }
const REPEAT = { isRepeat: true }
const COUNTED = { isRepeat: false }

/** The part of the click store's contract for clicks beyond the number that counts for one network. */
export function describeRepeatedClicks(open: OpenTestAdapters) {
  const openFixture = () => clickStatsFixture(open)

  describe('repeated clicks', () => {
    test.each(['on a message link', 'on the bare link'])('from one network %s count as repeats', async (way) => {
      const { run, followed, click, record } = await openFixture()
      const one = way === 'on a message link' ? followed : click
      const results: RecordedClick[] = []
      await run(async ({ clicks }) => {
        for (let i = 0; i < 30; i++) results.push(await clicks.record(one({ ...ONE, at: after(60 * i) })))
      })
      expect(results.map(({ isRepeat }) => isRepeat)).toEqual(results.map((_, i) => i >= COUNTED_CLICKS_MAX))
      expect(results.at(-1)).toMatchObject({ people: 20, repeats: 10, firstAt: after(0), lastAt: after(19 * 60) })
      expect(await record(one({ ...ONE, at: after(3_599.999) }))).toMatchObject({ ...REPEAT, repeats: 11 })
      expect(await record(one({ ...ONE, at: after(3_600) }))).toMatchObject({ ...COUNTED, people: 21 })
    })

    test('within a second count once', async () => {
      const { record, followed } = await openFixture()
      const follow = (seconds: number) => record(followed({ ...ONE, at: after(seconds) }))
      expect(await follow(5)).toMatchObject(COUNTED)
      for (const seconds of [5, 5.999, 4.001]) expect(await follow(seconds)).toMatchObject(REPEAT)
      for (const seconds of [6, 4]) expect(await follow(seconds)).toMatchObject(COUNTED)
    })

    test('are decided by the rule, also for clicks that arrive out of order', async () => {
      const { run, followed } = await openFixture()
      const seconds = Array.from({ length: 300 }, (_, i) => ((i * 7_919) % 10_007) + (i % 3) / 2)
      await run(async ({ clicks }) => {
        let remembered: readonly Date[] = []
        for (const at of seconds.map(after)) {
          const expected = isRepeat(remembered, at)
          const { isRepeat: is } = await clicks.record(followed({ ...ONE, at }))
          expect([at, is]).toEqual([at, expected])
          if (!is) remembered = withCounted(remembered, at)
        }
      })
    })

    test('are counted in totals, days, recipients and broadcasts, and are not kept one by one', async () => {
      const { record, followed, of, totals, days, recipients } = await openFixture()
      const [first, midnight] = [after(12 * 3_600 - 0.5), after(12 * 3_600)]
      await record(followed({ ...ONE, at: first }))
      for (const at of [first, midnight, midnight]) await record(followed({ ...ONE, at }))
      const span = { firstAt: first, lastAt: first }
      expect(await of()).toMatchObject([{ people: 1, bots: 0, repeats: 3, ...span, clicks: [{ at: first }] }])
      expect((await of())[0]!.clicks).toHaveLength(1)
      expect(await totals()).toEqual({ people: 1, bots: 0, repeats: 3, recipients: 1, ...span })
      expect(await days()).toEqual([
        { day: '2026-03-01', people: 1, bots: 0, repeats: 1, recipients: 1 },
        { day: '2026-03-02', people: 0, bots: 0, repeats: 2, recipients: 0 },
      ])
      expect(await recipients()).toMatchObject({ totalCount: 1, results: [{ people: 1, repeats: 3, ...span }] })
    })

    test('are separate for each network, URL, link and account', async () => {
      const { record, followed, click, sent, neighbour } = await openFixture()
      const [other] = await sent({ code: 'another000' })
      const theirs = (await neighbour()).id
      const all: Partial<Click>[] = [
        ONE,
        { network: 8 },
        { ...ONE, code: other!.code },
        { ...ONE, code: null },
        { ...ONE, link: 'go.example.com/other', code: null },
        { ...ONE, account: theirs },
      ]
      for (const given of all) expect(await record(followed(given))).toMatchObject(COUNTED)
      for (const given of all) expect(await record(followed(given))).toMatchObject(REPEAT)
      expect(await record(click({ network: 9 }))).toMatchObject(COUNTED)
    })

    test('are limited by the bare link for codes that were never sent, whatever the code', async () => {
      const { record, click } = await openFixture()
      expect(await record(click(ONE))).toMatchObject(COUNTED)
      for (const code of ['AAAAAAAAAA', 'BBBBBBBBBB'])
        expect(await record(click({ ...ONE, code }))).toMatchObject(REPEAT)
    })

    test('are counted for few networks of a message link, and for many of the bare link', async () => {
      const { record, followed, click } = await openFixture()
      const far = { network: 7 + NETWORKS_OF_CODE_MAX }
      for (const one of [followed, click]) expect(await record(one(ONE))).toMatchObject(COUNTED)
      expect([await record(followed(far)), await record(click(far))]).toMatchObject([REPEAT, COUNTED])
    })

    test('never include bots, or clicks from an unknown address, which do not count against the limit', async () => {
      const { record, followed } = await openFixture()
      for (let i = 0; i < 25; i++) {
        expect(await record(followed({ ...ONE, visitor: 'bot' }))).toMatchObject({ ...COUNTED, bots: i + 1 })
        expect(await record(followed({ network: null }))).toMatchObject({ ...COUNTED, people: i + 1 })
      }
      expect(await record(followed(ONE))).toMatchObject({ ...COUNTED, people: 26, bots: 25, repeats: 0 })
    })

    test.each(['on a message link', 'on the bare link'])('%s that arrive concurrently are exact', async (way) => {
      const { record, followed, click } = await openFixture()
      const one = way === 'on a message link' ? followed : click
      const at = (seconds: (i: number) => number) => Array.from({ length: 40 }, (_, i) => after(seconds(i)))
      const counts = async (times: readonly Date[], network: number) => {
        const results = await Promise.all(times.map((time) => record(one({ network, at: time }))))
        return results.filter(({ isRepeat }) => !isRepeat).length
      }
      expect(
        await counts(
          at(() => 0),
          1,
        ),
      ).toBe(1)
      expect(
        await counts(
          at((i) => 60 * i),
          2,
        ),
      ).toBe(COUNTED_CLICKS_MAX)
      const last = await record(one({ network: 3 }))
      expect(last).toMatchObject({ people: 22, repeats: 59 })
    })

    test('of a failed unit of work do not count against the limit', async () => {
      const { run, record, followed, of } = await openFixture()
      await expectRolledBack(run, ({ clicks }) => clicks.record(followed(ONE)))
      expect(await record(followed(ONE))).toMatchObject(COUNTED)
      expect(await of()).toMatchObject([{ people: 1, repeats: 0 }])
    })
  })

  describe('networks of clicks', () => {
    test('are deleted oldest first, up to the limit, by their last counted click', async () => {
      const { run, account, record, click, neighbour } = await openFixture()
      const other = (await neighbour()).id
      const trim = (seconds: number, limit = 9, of = account.id) =>
        run(({ clicks }) => clicks.trimNetworks(of, after(seconds), limit))
      const follow = (network: number, seconds: number) => record(click({ network, at: after(seconds) }))
      for (const [network, seconds] of [
        [1, 1],
        [2, 2],
        [1, 30],
        [3, 20],
      ] as const)
        await follow(network, seconds)
      await record(click({ account: other, network: 1, at: after(1) }))
      expect(await trim(1.999)).toBe(0)
      expect(await trim(30, 2)).toBe(2)
      expect([await follow(2, 2), await follow(3, 20)]).toMatchObject([COUNTED, COUNTED])
      expect(await follow(1, 30)).toMatchObject(REPEAT)
      expect([await trim(30), await trim(30)]).toEqual([3, 0])
      expect(await trim(30, 9, other)).toBe(1)
    })
  })
}
