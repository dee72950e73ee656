import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { aMessageLink } from '../fixtures/sending-builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'
import { DAY_SECONDS, NO_CLICKS, OTHER, clickStatsFixture } from './click-stats-fixture.js'
import { LINK } from './click-store-fixture.js'

/** The part of the click store's contract for a link's clicks by day and in total. */
export function describeClickDays(open: OpenTestAdapters) {
  const openStats = () => clickStatsFixture(open)

  describe('days of a link', () => {
    test('are the UTC days with clicks, on the bare link or a message link, in order', async () => {
      const { record, click, followed, days } = await openStats()
      await record(followed({ at: new Date('2026-03-02T00:00:00.000Z') }))
      await record(click({ at: new Date('2026-03-01T23:59:59.999Z') }))
      await record(click({ at: new Date('2026-03-01T00:00:00.000Z'), visitor: 'bot' }))
      await record(click({ at: new Date('2026-03-02T12:00:00.000Z'), code: 'AAAAAAAAAA' }))
      expect(await days()).toEqual([
        { day: '2026-03-01', people: 1, bots: 1, repeats: 0, recipients: 0 },
        { day: '2026-03-02', people: 2, bots: 0, repeats: 0, recipients: 1 },
      ])
    })

    test('are limited to the span, including its first and last day', async () => {
      const { record, click, days } = await openStats()
      for (let i = 0; i < 5; i++) await record(click({ at: after(i * DAY_SECONDS) }))
      const daysIn = async (from: string, to: string) => (await days({ from, to })).map(({ day }) => day.slice(-2))
      expect(await daysIn('2026-03-02', '2026-03-04')).toEqual(['02', '03', '04'])
      expect(await daysIn('2026-03-05', '2026-03-05')).toEqual(['05'])
      expect(await daysIn('2026-03-06', '2027-03-05')).toEqual([])
    })

    test('count a message once, on the day of its first click by a person', async () => {
      const { record, followed, sent, click, days } = await openStats()
      const [second] = await sent({ code: 'second0000' })
      await record(followed({ visitor: 'bot' }))
      await record(followed({ at: after(DAY_SECONDS) }))
      await record(followed({ at: after(DAY_SECONDS + 1), visitor: 'bot' }))
      await record(followed({ at: after(2 * DAY_SECONDS) }))
      await record(click({ code: second!.code, at: after(2 * DAY_SECONDS) }))
      expect((await days()).map(({ recipients }) => recipients)).toEqual([0, 1, 1])
    })

    test('belong to one link and one account, even if two accounts have clicks on the link', async () => {
      const { record, click, days, neighbour } = await openStats()
      const other = (await neighbour()).id
      await record(click())
      await record(click({ link: OTHER, visitor: 'bot' }))
      await record(click({ account: other, visitor: 'bot' }))
      const of = { day: '2026-03-01', repeats: 0, recipients: 0 }
      expect(await days()).toEqual([{ ...of, people: 1, bots: 0 }])
      expect(await days(undefined, OTHER)).toEqual([{ ...of, people: 0, bots: 1 }])
      expect(await days(undefined, LINK, other)).toEqual([{ ...of, people: 0, bots: 1 }])
      expect(await days(undefined, OTHER, other)).toEqual([])
    })

    test('are not changed by a failed unit of work', async () => {
      const { run, followed, days, totals } = await openStats()
      await expectRolledBack(run, ({ clicks }) => clicks.record(followed()))
      expect([await days(), await totals()]).toEqual([[], undefined])
    })

    test('count all concurrent clicks, and each recipient once', async () => {
      const { run, account, record, click, days, totals, recipients } = await openStats()
      const codes = Array.from({ length: 10 }, (_, i) => `${i}${'x'.repeat(9)}`)
      const urls = codes.map((code) => aMessageLink({ account: account.id, code }))
      await run(({ clicks }) => clicks.add(account.id, urls))
      const came = Array.from({ length: 60 }, (_, i) =>
        click({ code: codes[i % 12] ?? null, at: after(i), visitor: i % 5 === 4 ? 'bot' : 'person' }),
      )
      await Promise.all(came.map(record))
      const counts = { people: 48, bots: 12, repeats: 0, recipients: 10 }
      expect(await days()).toEqual([{ day: '2026-03-01', ...counts }])
      expect(await totals()).toEqual({ ...counts, firstAt: after(0), lastAt: after(58) })
      expect((await recipients()).totalCount).toBe(10)
    })
  })

  describe('totals of a link', () => {
    test('include all days and the first and last click by a person, and are returned for every link with clicks', async () => {
      const { run, account, record, click, followed } = await openStats()
      await record(click({ at: after(-9), visitor: 'bot' }))
      await record(followed({ at: after(3 * DAY_SECONDS) }))
      await record(followed({ at: after(DAY_SECONDS) }))
      await record(click({ at: after(9 * DAY_SECONDS), visitor: 'bot' }))
      await record(click({ link: OTHER, visitor: 'bot' }))
      const totals = await run(({ clicks }) => clicks.totalsOf(account.id, [OTHER, 'go.example.com/none', LINK]))
      expect(totals).toEqual(
        new Map([
          [OTHER, { ...NO_CLICKS, bots: 1 }],
          [
            LINK,
            {
              ...{ people: 2, bots: 2, repeats: 0, recipients: 1 },
              ...{ firstAt: after(DAY_SECONDS), lastAt: after(3 * DAY_SECONDS) },
            },
          ],
        ]),
      )
      expect(await run(({ clicks }) => clicks.totalsOf(account.id, []))).toEqual(new Map())
    })

    test('count the sent message links, regardless of clicks', async () => {
      const { sent, sentOf, record, click, neighbour } = await openStats()
      await sent({}, { link: OTHER })
      await record(click())
      await record(click({ code: 'AAAAAAAAAA' }))
      expect([await sentOf(), await sentOf(OTHER), await sentOf('go.example.com/none')]).toEqual([2, 1, 0])
      expect(await sentOf(LINK, (await neighbour()).id)).toBe(0)
    })

    test('are not required by `knows`, which finds links that were sent or clicked, registered or not', async () => {
      const { knows, record, click, neighbour } = await openStats()
      const other = (await neighbour()).id
      await record(click({ link: OTHER, visitor: 'bot' }))
      expect([await knows(), await knows(OTHER), await knows('go.example.com/none')]).toEqual([true, true, false])
      expect([await knows(LINK, other), await knows(OTHER, other)]).toEqual([false, false])
    })
  })
}
