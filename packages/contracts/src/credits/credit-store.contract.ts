import { describe, expect, test } from '@jest/globals'
import { GRANT_MAX, NO_CREDITS } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aLedgerEntry } from '../fixtures/sending-builders.js'
import { describeLedgerLines } from './ledger-lines.contract.js'

export function describeCreditStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('credits', () => {
    test('of a new account are zero', async () => {
      const { run, account } = await openFixture()
      expect(await run(({ credits }) => credits.balance(account.id))).toEqual(NO_CREDITS)
    })

    test('are moved by the entries, separately for each unit', async () => {
      const { run, account } = await openFixture()
      const entry = (given: Partial<ReturnType<typeof aLedgerEntry>>) => aLedgerEntry({ account: account.id, ...given })
      await run(({ credits }) => credits.post(account.id, [entry({ amount: 100 }), entry({ unit: 'mms', amount: 20 })]))
      await run(({ credits }) =>
        credits.post(account.id, [
          entry({ from: 'available', to: 'reserved', amount: 30 }),
          entry({ from: 'available', to: 'reserved', amount: 5, unit: 'mms' }),
        ]),
      )
      await run(({ credits }) => credits.post(account.id, [entry({ from: 'reserved', to: 'spent', amount: 12 })]))
      await run(({ credits }) => credits.post(account.id, [entry({ from: 'reserved', to: 'available', amount: 8 })]))
      expect(await run(({ credits }) => credits.balance(account.id))).toEqual({
        sms: 78,
        mms: 15,
        reserved: { sms: 10, mms: 5 },
      })
    })

    test('stay exact for large amounts', async () => {
      const { run, account } = await openFixture()
      const grants = Array.from({ length: 5 }, () => aLedgerEntry({ account: account.id, amount: GRANT_MAX }))
      await run(({ credits }) =>
        credits.post(account.id, [...grants, aLedgerEntry({ account: account.id, amount: 1 })]),
      )
      expect(await run(({ credits }) => credits.balance(account.id))).toMatchObject({ sms: 5 * GRANT_MAX + 1 })
    })

    test('count a repeated entry once', async () => {
      const { run, account } = await openFixture()
      const [first, second] = [aLedgerEntry({ account: account.id }), aLedgerEntry({ account: account.id, amount: 3 })]
      await run(({ credits }) => credits.post(account.id, [first]))
      await run(({ credits }) => credits.post(account.id, [first, second]))
      await run(({ credits }) => credits.post(account.id, [second]))
      expect(await run(({ credits }) => credits.balance(account.id))).toMatchObject({ sms: 13 })
    })

    test('do not change when an empty list is posted', async () => {
      const { run, account } = await openFixture()
      await run(({ credits }) => credits.post(account.id, []))
      expect(await run(({ credits }) => credits.balance(account.id))).toEqual(NO_CREDITS)
    })

    test('belong to one account', async () => {
      const { run, account, neighbour } = await openFixture()
      await run(({ credits }) => credits.post(account.id, [aLedgerEntry({ account: account.id })]))
      const other = await neighbour()
      expect(await run(({ credits }) => credits.balance(other.id))).toEqual(NO_CREDITS)
    })

    test('lose nothing when many posts run concurrently', async () => {
      const { run, account } = await openFixture()
      const post = (amount: number) => {
        const entry = aLedgerEntry({ account: account.id, amount })
        return run(({ credits }) => credits.post(account.id, [entry]))
      }
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(post))
      expect(await run(({ credits }) => credits.balance(account.id))).toMatchObject({ sms: 55 })
    })

    test('count an entry once, even if it is posted several times concurrently', async () => {
      const { run, account } = await openFixture()
      const entry = aLedgerEntry({ account: account.id })
      const post = () => run(({ credits }) => credits.post(account.id, [entry]))
      await Promise.all([post(), post(), post(), post()])
      expect(await run(({ credits }) => credits.balance(account.id))).toMatchObject({ sms: 10 })
    })

    test('never fall below zero, whether available or reserved: a post that would cause this changes nothing', async () => {
      const { run, account } = await openFixture()
      const entry = (given: Partial<ReturnType<typeof aLedgerEntry>>) => aLedgerEntry({ account: account.id, ...given })
      const post = (given: Parameters<typeof entry>[0]) =>
        run(({ credits }) => credits.post(account.id, [entry(given)]))
      await post({ amount: 10 })
      await expect(post({ from: 'available', to: 'reserved', amount: 11 })).rejects.toThrow()
      await expect(post({ from: 'reserved', to: 'spent', amount: 1 })).rejects.toThrow()
      await expect(post({ unit: 'mms', from: 'available', to: 'reserved', amount: 1 })).rejects.toThrow()
      expect(await run(({ credits }) => credits.balance(account.id))).toEqual({ ...NO_CREDITS, sms: 10 })
    })

    test('are locked until the unit of work ends, so that concurrent units of work never overdraw them', async () => {
      const { run, account } = await openFixture()
      await run(({ credits }) => credits.post(account.id, [aLedgerEntry({ account: account.id, amount: 4 })]))
      const reserve = () => {
        const entry = aLedgerEntry({ account: account.id, from: 'available', to: 'reserved', amount: 2 })
        return run(async ({ credits }) => {
          if ((await credits.lock(account.id)).sms < 2) return 'refused'
          await credits.post(account.id, [entry])
          return 'reserved'
        })
      }
      const results = await Promise.all(Array.from({ length: 8 }, reserve))
      expect(results.filter((result) => result === 'reserved')).toHaveLength(2)
      expect(await run(({ credits }) => credits.balance(account.id))).toEqual({
        ...NO_CREDITS,
        reserved: { sms: 4, mms: 0 },
      })
    })

    test('can be locked before the first entry', async () => {
      const { run, account } = await openFixture()
      expect(await run(({ credits }) => credits.lock(account.id))).toEqual(NO_CREDITS)
    })

    test('stay locked after a post until its unit of work ends', async () => {
      const { run, account } = await openFixture()
      const postAndRead = (amount: number) => {
        const entry = aLedgerEntry({ account: account.id, amount })
        return run(async ({ credits }) => {
          await credits.post(account.id, [entry])
          const reserved = await credits.balance(account.id)
          expect(await credits.balance(account.id)).toEqual(reserved)
          return reserved.sms
        })
      }
      const seen = await Promise.all([1, 1, 1, 1, 1, 1].map(postAndRead))
      expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6])
    })
  })

  describe('recipients accepted on a day', () => {
    const [MONDAY, TUESDAY] = ['2026-03-02', '2026-03-03']
    const openDays = async () => {
      const fixture = await openFixture()
      const { run, account } = fixture
      return {
        ...fixture,
        count: (day: string, recipients: number) =>
          run(({ credits }) => credits.countAccepted(account.id, day, recipients)),
        on: (day: string, of = account.id) => run(({ credits }) => credits.acceptedOn(of, day)),
      }
    }

    test('are zero before any are counted', async () => {
      const { on } = await openDays()
      expect(await on(MONDAY)).toBe(0)
    })

    test('add up for one day and one account', async () => {
      const { count, on, neighbour } = await openDays()
      await count(MONDAY, 50_000)
      await count(MONDAY, 7)
      expect([await on(MONDAY), await on(TUESDAY)]).toEqual([50_007, 0])
      expect(await on(MONDAY, (await neighbour()).id)).toBe(0)
    })

    test('start at zero on a new day; late ones of an earlier day are counted on the last counted day', async () => {
      const { count, on } = await openDays()
      await count(MONDAY, 5)
      await count(TUESDAY, 3)
      expect([await on(MONDAY), await on(TUESDAY)]).toEqual([3, 3])
      await count(MONDAY, 100)
      expect([await on(MONDAY), await on(TUESDAY)]).toEqual([103, 103])
    })

    test('do not affect the credits, and are not affected by them', async () => {
      const { run, account, count, on } = await openDays()
      await run(({ credits }) => credits.post(account.id, [aLedgerEntry({ account: account.id })]))
      await count(MONDAY, 5)
      await run(({ credits }) => credits.post(account.id, [aLedgerEntry({ account: account.id })]))
      expect(await on(MONDAY)).toBe(5)
      expect(await run(({ credits }) => credits.balance(account.id))).toEqual({ ...NO_CREDITS, sms: 20 })
    })

    test('are all counted when calls run concurrently', async () => {
      const { count, on } = await openDays()
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((recipients) => count(MONDAY, recipients)))
      expect(await on(MONDAY)).toBe(36)
    })
  })

  describeLedgerLines(open)
}
