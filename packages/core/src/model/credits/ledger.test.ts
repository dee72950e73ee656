import { aLedgerEntry } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { balanceAfter, NO_CREDITS, type CreditPlace, type CreditUnit, type LedgerEntry } from './ledger.js'

const UNITS: readonly CreditUnit[] = ['sms', 'mms']
const PLACES: readonly CreditPlace[] = ['operator', 'available', 'reserved', 'spent']

const movement = (from: CreditPlace, to: CreditPlace, amount: number, unit: CreditUnit = 'sms') =>
  aLedgerEntry({ account: 'acc_1', unit, from, to, amount })

const grant = (amount: number, unit?: CreditUnit) => movement('operator', 'available', amount, unit)

describe('the balance of an account', () => {
  test('is nothing before the first entry', () => {
    expect(balanceAfter(NO_CREDITS, [])).toEqual({ sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test.each<[string, LedgerEntry, { sms: number; reserved: number }]>([
    ['a grant makes credits available', grant(5), { sms: 15, reserved: 4 }],
    ['a reservation sets them aside', movement('available', 'reserved', 3), { sms: 7, reserved: 7 }],
    ['a capture spends what was reserved', movement('reserved', 'spent', 2), { sms: 10, reserved: 2 }],
    ['a release gives back what was reserved', movement('reserved', 'available', 4), { sms: 14, reserved: 0 }],
  ])('moves with its entries: %s', (_, entry, { sms, reserved }) => {
    const before = balanceAfter(NO_CREDITS, [grant(14), movement('available', 'reserved', 4)])
    expect(balanceAfter(before, [entry])).toEqual({ sms, mms: 0, reserved: { sms: reserved, mms: 0 } })
  })

  test('counts SMS and MMS credits apart', () => {
    const entries = [
      grant(10),
      grant(3, 'mms'),
      movement('available', 'reserved', 2),
      movement('available', 'reserved', 1, 'mms'),
    ]
    expect(balanceAfter(NO_CREDITS, entries)).toEqual({ sms: 8, mms: 2, reserved: { sms: 2, mms: 1 } })
  })

  test('is a new one: the old stays as it was', () => {
    const before = balanceAfter(NO_CREDITS, [grant(10)])
    balanceAfter(before, [movement('available', 'reserved', 2)])
    expect(before).toEqual({ sms: 10, mms: 0, reserved: { sms: 0, mms: 0 } })
    expect(NO_CREDITS).toEqual({ sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } })
  })
})

describe('any entries at all', () => {
  const entry = fc
    .tuple(
      fc.constantFrom(...PLACES),
      fc.constantFrom(...PLACES),
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.constantFrom(...UNITS),
    )
    .filter(([from, to]) => from !== to)
    .map(([from, to, amount, unit]) => movement(from, to, amount, unit))
  const entries = fc.array(entry, { maxLength: 100 })

  /** What came to a place, less what left it: the operator's is what was granted, with a minus. */
  const netOf = (place: CreditPlace, unit: CreditUnit, moved: readonly LedgerEntry[]) =>
    moved.reduce((net, { from, to, amount, unit: of }) => {
      if (of !== unit) return net
      return net + (to === place ? amount : 0) - (from === place ? amount : 0)
    }, 0)

  test('keep what was granted equal to what is available, reserved and spent together', () => {
    fc.assert(
      fc.property(entries, (moved) => {
        const balance = balanceAfter(NO_CREDITS, moved)
        for (const unit of UNITS) {
          const spent = netOf('spent', unit, moved)
          const granted = -netOf('operator', unit, moved)
          expect(balance[unit] + balance.reserved[unit] + spent - granted).toBe(0)
        }
      }),
    )
  })

  test('lead to the same balance in any order, and at once or one by one', () => {
    fc.assert(
      fc.property(entries, (moved) => {
        const balance = balanceAfter(NO_CREDITS, moved)
        expect(balanceAfter(NO_CREDITS, [...moved].reverse())).toEqual(balance)
        expect(moved.reduce((before, one) => balanceAfter(before, [one]), NO_CREDITS)).toEqual(balance)
      }),
    )
  })
})
