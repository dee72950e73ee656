import { ids, NOW } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { creditEntries, type CreditMove } from './credit-entries.js'
import { balanceAfter, NO_CREDITS, type CreditAmounts } from './ledger.js'
import { FREE, MMS_PRICE, SMS_PRICE } from './price.js'

const account = ids.next('acc')
const paid = (cost: CreditAmounts, id: string = ids.next('msg')) => ({ id, account, cost })
const MOVES: readonly CreditMove[] = ['reserve', 'capture', 'release']

describe('the entries of a message', () => {
  test('move the cost in each unit, and refer to the message', () => {
    const message = paid(MMS_PRICE)
    expect(creditEntries('reserve', message, NOW)).toMatchObject([
      { account, at: NOW, unit: 'sms', from: 'available', to: 'reserved', amount: 2, reference: message.id },
      { account, at: NOW, unit: 'mms', from: 'available', to: 'reserved', amount: 1, reference: message.id },
    ])
    expect(creditEntries('capture', message, NOW)).toMatchObject([
      { unit: 'sms', from: 'reserved', to: 'spent', amount: 2 },
      { unit: 'mms', from: 'reserved', to: 'spent', amount: 1 },
    ])
    expect(creditEntries('release', message, NOW)).toMatchObject([
      { unit: 'sms', from: 'reserved', to: 'available', amount: 2 },
      { unit: 'mms', from: 'reserved', to: 'available', amount: 1 },
    ])
  })

  test('do not exist for a unit without a cost', () => {
    for (const move of MOVES) expect(creditEntries(move, paid(FREE), NOW)).toEqual([])
    expect(creditEntries('reserve', paid(SMS_PRICE), NOW).map(({ unit }) => unit)).toEqual(['sms'])
  })

  const idsOf = (move: CreditMove, message: ReturnType<typeof paid>, at = NOW) =>
    creditEntries(move, message, at).map(({ id }) => id)

  test('have the same ids regardless of when they are created', () => {
    const message = paid(MMS_PRICE)
    for (const move of MOVES) expect(idsOf(move, message, new Date(0))).toEqual(idsOf(move, message))
  })

  test('have distinct ids for every message, and for reserve and capture', () => {
    const [one, other] = [paid(MMS_PRICE), paid(MMS_PRICE)]
    const separate = [one, other].flatMap((message) => [...idsOf('reserve', message), ...idsOf('capture', message)])
    expect(new Set(separate).size).toBe(8)
  })

  test('have the same ids for capture and release, so that only one of the two counts', () => {
    const message = paid(MMS_PRICE)
    expect(idsOf('capture', message)).toEqual(idsOf('release', message))
  })
})

describe('any messages', () => {
  const amounts = fc.record({ sms: fc.nat({ max: 1_000_000 }), mms: fc.nat({ max: 1_000_000 }) })
  const settled = fc.array(fc.tuple(amounts, fc.constantFrom<CreditMove>('capture', 'release')), { maxLength: 30 })

  test('leave nothing reserved after their credits are captured or released, and spend the captured credits', () => {
    fc.assert(
      fc.property(settled, (messages) => {
        const entries = messages.flatMap(([cost, move]) => {
          const message = paid(cost)
          return [...creditEntries('reserve', message, NOW), ...creditEntries(move, message, NOW)]
        })
        const spent = (unit: 'sms' | 'mms') =>
          messages.reduce((sum, [cost, move]) => sum + (move === 'capture' ? cost[unit] : 0), 0)
        const { sms, mms, reserved } = balanceAfter(NO_CREDITS, entries)
        expect(reserved).toEqual({ sms: 0, mms: 0 })
        expect([sms + spent('sms'), mms + spent('mms')]).toEqual([0, 0])
      }),
    )
  })

  test('reserve their total cost while they are in progress', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 30 }), (costs) => {
        const entries = costs.flatMap((cost) => creditEntries('reserve', paid(cost), NOW))
        const total = (unit: 'sms' | 'mms') => costs.reduce((sum, cost) => sum + cost[unit], 0)
        const { sms, mms, reserved } = balanceAfter(NO_CREDITS, entries)
        expect(reserved).toEqual({ sms: total('sms'), mms: total('mms') })
        expect([sms + reserved.sms, mms + reserved.mms]).toEqual([0, 0])
      }),
    )
  })
})
