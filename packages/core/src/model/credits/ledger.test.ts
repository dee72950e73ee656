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
  test('is zero before the first entry', () => {
    expect(balanceAfter(NO_CREDITS, [])).toEqual({ sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test.each<[string, LedgerEntry, { sms: number; reserved: number }]>([
    ['a grant makes credits available', grant(5), { sms: 15, reserved: 4 }],
    ['a reservation sets credits aside', movement('available', 'reserved', 3), { sms: 7, reserved: 7 }],
    ['a capture spends reserved credits', movement('reserved', 'spent', 2), { sms: 10, reserved: 2 }],
    ['a release returns reserved credits', movement('reserved', 'available', 4), { sms: 14, reserved: 0 }],
  ])('changes with its entries: %s', (_, entry, { sms, reserved }) => {
    const before = balanceAfter(NO_CREDITS, [grant(14), movement('available', 'reserved', 4)])
    expect(balanceAfter(before, [entry])).toEqual({ sms, mms: 0, reserved: { sms: reserved, mms: 0 } })
  })

  test('counts SMS and MMS credits separately', () => {
    const entries = [
      grant(10),
      grant(3, 'mms'),
      movement('available', 'reserved', 2),
      movement('available', 'reserved', 1, 'mms'),
    ]
    expect(balanceAfter(NO_CREDITS, entries)).toEqual({ sms: 8, mms: 2, reserved: { sms: 2, mms: 1 } })
  })

  test('is a new value: the old balance is unchanged', () => {
    const before = balanceAfter(NO_CREDITS, [grant(10)])
    balanceAfter(before, [movement('available', 'reserved', 2)])
    expect(before).toEqual({ sms: 10, mms: 0, reserved: { sms: 0, mms: 0 } })
    expect(NO_CREDITS).toEqual({ sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } })
  })
})

describe('any entries', () => {
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

  /** Credits that entered a place minus credits that left it. For the operator, that is the negated sum of grants. */
  const netOf = (place: CreditPlace, unit: CreditUnit, moved: readonly LedgerEntry[]) =>
    moved.reduce((net, { from, to, amount, unit: of }) => {
      if (of !== unit) return net
      return net + (to === place ? amount : 0) - (from === place ? amount : 0)
    }, 0)

  test('keep the granted credits equal to the sum of available, reserved and spent credits', () => {
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

  test('give the same balance in any order, together or one by one', () => {
    fc.assert(
      fc.property(entries, (moved) => {
        const balance = balanceAfter(NO_CREDITS, moved)
        expect(balanceAfter(NO_CREDITS, [...moved].reverse())).toEqual(balance)
        expect(moved.reduce((before, one) => balanceAfter(before, [one]), NO_CREDITS)).toEqual(balance)
      }),
    )
  })
})
