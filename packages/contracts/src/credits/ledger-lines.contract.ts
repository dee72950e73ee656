import { describe, expect, test } from '@jest/globals'
import { creditEntries, sliceEntries, type LedgerEntry, type LedgerQuery } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ids } from '../fixtures/builders.js'
import { aLedgerEntry } from '../fixtures/sending-builders.js'

const NONE = { sms: 0, mms: 0 }
const ALL: LedgerQuery = { cause: null, after: null, limit: 10 }

/** The part of the credit store's contract for the lines of the ledger. */
export function describeLedgerLines(openAdapters: OpenTestAdapters) {
  async function open() {
    const fixture = await accountFixture(await openAdapters())
    const account = fixture.account.id
    const post = (...entries: readonly LedgerEntry[]) => fixture.run(({ credits }) => credits.post(account, entries))
    return {
      ...fixture,
      account,
      post,
      granted: async (amount: number, at = after(0)) => {
        const entry = aLedgerEntry({ account, amount, at })
        await post(entry)
        return entry
      },
      lines: (query: Partial<LedgerQuery> = {}, of = account) =>
        fixture.run(({ credits }) => credits.lines(of, { ...ALL, ...query })),
    }
  }

  async function withThreeCauses() {
    const fixture = await open()
    const { account, post, granted } = fixture
    const grant = await granted(1_000)
    const message = { id: ids.next('msg'), account, cost: { sms: 2, mms: 1 } }
    const broadcast = { id: ids.next('brc'), account, cost: { sms: 200, mms: 0 } }
    await post(aLedgerEntry({ account, unit: 'mms', amount: 5 }))
    await post(...creditEntries('reserve', message, after(1)), ...creditEntries('reserve', broadcast, after(2)))
    await post(...creditEntries('capture', message, after(3)))
    const slice = { account, broadcast: broadcast.id, captured: { sms: 50, mms: 0 } }
    await post(...sliceEntries({ ...slice, slice: 'a', released: { sms: 10, mms: 0 } }, after(4)))
    await post(...sliceEntries({ ...slice, slice: 'b', released: NONE }, after(5)))
    return { ...fixture, grant, message, broadcast }
  }

  describe('lines of the ledger', () => {
    test('add up the movements of each cause, newest causes first', async () => {
      const { lines, grant, message, broadcast } = await withThreeCauses()
      const found = await lines()
      expect(found.map(({ cause }) => cause)).toEqual(['grant', 'broadcast', 'message', 'grant'])
      expect(found.slice(1)).toEqual([
        {
          id: broadcast.id,
          cause: 'broadcast',
          firstAt: after(2),
          lastAt: after(5),
          granted: NONE,
          reserved: { sms: 200, mms: 0 },
          spent: { sms: 100, mms: 0 },
          released: { sms: 10, mms: 0 },
        },
        {
          id: message.id,
          cause: 'message',
          firstAt: after(1),
          lastAt: after(3),
          granted: NONE,
          reserved: { sms: 2, mms: 1 },
          spent: { sms: 2, mms: 1 },
          released: NONE,
        },
        {
          id: grant.id,
          cause: 'grant',
          firstAt: after(0),
          lastAt: after(0),
          granted: { sms: 1_000, mms: 0 },
          reserved: NONE,
          spent: NONE,
          released: NONE,
        },
      ])
    })

    test('are read in steps', async () => {
      const { lines } = await withThreeCauses()
      const all = await lines()
      const first = await lines({ limit: 3 })
      expect([...first, ...(await lines({ after: first.at(-1)!.id, limit: 3 }))]).toEqual(all)
      expect(await lines({ after: all.at(-1)!.id })).toEqual([])
    })

    test('are limited to grants or broadcasts, if one of them is given', async () => {
      const { lines } = await withThreeCauses()
      const all = await lines()
      expect(await lines({ cause: 'broadcast' })).toEqual([all[1]])
      expect(await lines({ cause: 'grant' })).toEqual([all[0], all[3]])
      expect(await lines({ cause: 'grant', after: all[0]!.id })).toEqual([all[3]])
    })

    test('belong to one account', async () => {
      const { lines, granted, neighbour } = await open()
      await granted(1)
      expect(await lines({}, (await neighbour()).id)).toEqual([])
    })
  })
}
