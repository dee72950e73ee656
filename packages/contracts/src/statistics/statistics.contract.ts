import { parseTimeZone, type Account, type Counted } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW } from '../fixtures/builders.js'

const NEW_YORK = parseTimeZone('America/New_York')
const KOLKATA = parseTimeZone('Asia/Kolkata')
const SPAN = { from: '2026-01-01', to: '2026-12-31' }

export function describeStatisticsStore(open: OpenTestAdapters) {
  async function openStore(given: Partial<Account> = {}) {
    const fixture = await accountFixture(await open(), given)
    const { run, account } = fixture
    const days = async (zone = account.timezone, of = account.id, span = SPAN) => {
      const found = await run(({ statistics }) => statistics.days(of, zone, span))
      const sums = new Map<string, number>()
      for (const { day, statistic, detail, count } of found) {
        const key = [day, statistic, detail].join(' ').trim()
        sums.set(key, (sums.get(key) ?? 0) + count)
      }
      return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
    }
    return {
      ...fixture,
      days,
      count: (...counted: readonly Counted[]) => run(({ statistics }) => statistics.count(account.id, counted)),
      fold: (zone = account.timezone, limit = 100) => run(({ statistics }) => statistics.fold(account.id, zone, limit)),
    }
  }

  const sentAt = (at: string, count = 1): Counted => ({ statistic: 'sent', detail: '', at: new Date(at), count })
  const failed = (detail: string, count = 1): Counted => ({ statistic: 'failed', detail, at: NOW, count })

  describe('statistics', () => {
    test('are the same before, while and after the counts are moved to their days', async () => {
      const { count, days, fold } = await openStore()
      await count(sentAt('2026-03-01T12:00:00Z'), failed('expired'), failed('carrier_rejected'))
      await count(failed('expired', 2))
      await count(sentAt('2026-03-01T23:59:59.999Z', 7), sentAt('2026-03-02T00:00:00Z', 0))
      const expected = { '2026-03-01 failed carrier_rejected': 1, '2026-03-01 failed expired': 3, '2026-03-01 sent': 8 }
      expect(await days()).toEqual(expected)
      expect(await fold(undefined, 2)).toBe(2)
      expect(await days()).toEqual(expected)
      await count(sentAt('2026-03-01T12:00:00Z'))
      expect(await fold()).toBe(4)
      expect(await fold()).toBe(0)
      expect(await days()).toEqual({ ...expected, '2026-03-01 sent': 9 })
    })

    test.each([
      ['America/New_York', '2026-03-01T04:59:59.999Z', '2026-02-28'],
      ['America/New_York', '2026-03-01T05:00:00Z', '2026-03-01'],
      // The day on which clocks go forward has 23 hours, and the day on which they go back has 25.
      ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
      ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
      ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
      ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
      ['Asia/Kolkata', '2026-03-01T18:29:59Z', '2026-03-01'],
      ['Asia/Kolkata', '2026-03-01T18:30:00Z', '2026-03-02'],
      ['Asia/Kathmandu', '2026-03-01T18:14:59Z', '2026-03-01'],
      ['Asia/Kathmandu', '2026-03-01T18:15:00Z', '2026-03-02'],
      ['Pacific/Kiritimati', '2026-03-01T10:00:00Z', '2026-03-02'],
      ['Pacific/Pago_Pago', '2026-03-01T10:59:59Z', '2026-02-28'],
    ])('belong to the day in the timezone of the account: %s, %s', async (zone, at, day) => {
      const timezone = parseTimeZone(zone)
      const { count, days, fold, account } = await openStore({ timezone })
      await count(sentAt(at))
      expect(await days()).toEqual({ [`${day} sent`]: 1 })
      expect(await days(timezone, account.id, { from: day, to: day })).toEqual({ [`${day} sent`]: 1 })
      await fold()
      expect(await days()).toEqual({ [`${day} sent`]: 1 })
    })

    test('stay on their days when the timezone of the account changes after they were moved', async () => {
      const { count, days, fold } = await openStore({ timezone: NEW_YORK })
      await count(sentAt('2026-03-02T02:00:00Z'))
      await fold()
      await count(sentAt('2026-03-02T02:00:00Z'))
      expect(await days(KOLKATA)).toEqual({ '2026-03-01 sent': 1, '2026-03-02 sent': 1 })
    })

    test('are only of the days of the span, and of the account', async () => {
      const { count, days, fold, neighbour, run } = await openStore()
      const other = await neighbour()
      await run(({ statistics }) => statistics.count(other.id, [sentAt('2026-03-01T12:00:00Z', 5)]))
      for (const day of ['02-28', '03-01', '03-02', '03-03']) await count(sentAt(`2026-${day}T12:00:00Z`))
      const span = { from: '2026-03-01', to: '2026-03-02' }
      for (let times = 0; times < 2; times++) {
        expect(await days(undefined, undefined, span)).toEqual({ '2026-03-01 sent': 1, '2026-03-02 sent': 1 })
        await fold()
      }
      expect(await days(undefined, other.id)).toEqual({ '2026-03-01 sent': 5 })
    })

    test('do not include what a failed unit of work has counted or moved', async () => {
      const { count, days, account, run } = await openStore()
      await count(sentAt('2026-03-01T12:00:00Z'))
      const failing = run(async ({ statistics }) => {
        await statistics.count(account.id, [sentAt('2026-03-01T12:00:00Z')])
        await statistics.fold(account.id, account.timezone, 100)
        throw new Error('It broke')
      })
      await expect(failing).rejects.toThrow('It broke')
      expect(await days()).toEqual({ '2026-03-01 sent': 1 })
    })

    test('are exact while many transactions count and move at the same time', async () => {
      const { count, days, fold } = await openStore()
      const work = Array.from({ length: 60 }, (_, i) =>
        i % 3 === 0 ? fold(undefined, 5) : count(sentAt('2026-03-01T12:00:00Z')),
      )
      await Promise.all(work)
      expect(await days()).toEqual({ '2026-03-01 sent': 40 })
      while ((await fold()) > 0) await fold()
      expect(await days()).toEqual({ '2026-03-01 sent': 40 })
    })
  })
}
