import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { areaCodeOf, numbersFor, poolNumbersOf, withoutNumber, type PoolNumber } from './pool-numbers.js'
import type { Sender } from './sender.js'

const A = '+12025550101'
const B = '+14155550102'
const C = '+14155550103'
const SHORT = '24275'

const NEW_YORK = '+12125550000' as PhoneNumber
const FRISCO = '+14155551111' as PhoneNumber
const PARIS = '+33612345678' as PhoneNumber

function pooled(number: string, given: Partial<PoolNumber> = {}): PoolNumber {
  return { number, isActive: true, messagesPerSecond: null, ...given }
}

function give(phones: readonly string[], numbers: readonly PoolNumber[], given: Given = {}) {
  const { known = {}, loads = {} } = given
  const found = numbersFor(phones as readonly PhoneNumber[], {
    known: new Map(Object.entries(known)) as Map<PhoneNumber, string>,
    numbers,
    loads: new Map(Object.entries(loads)),
  })
  return Object.fromEntries(found)
}

type Given = { readonly known?: Record<string, string>; readonly loads?: Record<string, number> }

describe('the number of a person', () => {
  test('is the one it has, if that is active and in the pool', () => {
    const given = { known: { [NEW_YORK]: B }, loads: { [A]: 0, [B]: 900, [C]: 0 } }
    expect(give([NEW_YORK], [pooled(A), pooled(B), pooled(C)], given)).toEqual({})
  })

  test('is another one if its number is inactive, or was removed from the pool', () => {
    const given = { known: { [NEW_YORK]: B }, loads: { [A]: 5, [B]: 1 } }
    expect(give([NEW_YORK], [pooled(A), pooled(B, { isActive: false })], given)).toEqual({ [NEW_YORK]: A })
    expect(give([NEW_YORK], [pooled(A)], given)).toEqual({ [NEW_YORK]: A })
  })

  test('has its own area code, however loaded that number is', () => {
    const loads = { [A]: 0, [B]: 900 }
    expect(give([FRISCO], [pooled(A), pooled(B)], { loads })).toEqual({ [FRISCO]: B })
  })

  test('is the least loaded one of its area code', () => {
    const loads = { [A]: 0, [B]: 9, [C]: 8 }
    expect(give([FRISCO], [pooled(A), pooled(B), pooled(C)], { loads })).toEqual({ [FRISCO]: C })
  })

  test('is the least loaded of all active ones if none has its area code, or all of these are inactive', () => {
    const loads = { [A]: 2, [B]: 1, [C]: 3 }
    const numbers = [pooled(A), pooled(B), pooled(C)]
    expect(give([NEW_YORK], numbers, { loads })).toEqual({ [NEW_YORK]: B })
    expect(give([PARIS], numbers, { loads })).toEqual({ [PARIS]: B })
    const inactive = [pooled(A), pooled(B, { isActive: false }), pooled(C, { isActive: false })]
    expect(give([FRISCO], inactive, { loads })).toEqual({ [FRISCO]: A })
  })

  test('has the fewest people per message per second if all numbers have a rate, and the fewest people otherwise', () => {
    const loads = { [A]: 10, [B]: 30 }
    const [slow, fast] = [pooled(A, { messagesPerSecond: 1 }), pooled(B, { messagesPerSecond: 10 })]
    expect(give([NEW_YORK], [slow, fast], { loads })).toEqual({ [NEW_YORK]: B })
    expect(give([NEW_YORK], [slow, pooled(B)], { loads })).toEqual({ [NEW_YORK]: A })
  })

  test('is the first in the order of the pool among equals', () => {
    expect(give([NEW_YORK], [pooled(C), pooled(A), pooled(SHORT)])).toEqual({ [NEW_YORK]: C })
  })

  test('counts for the people after it, who are spread over the numbers', () => {
    const phones = [1, 2, 3, 4].map((n) => `+1212555000${n}`)
    expect(Object.values(give(phones, [pooled(A), pooled(SHORT)]))).toEqual([A, SHORT, A, SHORT])
    expect(give([NEW_YORK, NEW_YORK], [pooled(A), pooled(SHORT)])).toEqual({ [NEW_YORK]: A })
  })

  test('stays if no number of the pool is active; a new person then gets one as if all were', () => {
    const numbers = [pooled(A, { isActive: false }), pooled(B, { isActive: false })]
    const given = { known: { [NEW_YORK]: A }, loads: { [A]: 1, [B]: 7 } }
    expect(give([NEW_YORK, FRISCO, PARIS], numbers, given)).toEqual({ [FRISCO]: B, [PARIS]: A })
  })
})

test('only North American numbers have an area code', () => {
  expect([A, FRISCO, PARIS, SHORT, '12345', '+1202555010'].map(areaCodeOf)).toEqual([
    '202',
    '415',
    null,
    null,
    null,
    null,
  ])
})

test('a number that the account does not have any more is inactive', () => {
  const sender: Sender = {
    number: A,
    account: 'acc_1' as Sender['account'],
    status: 'active',
    mms: true,
    messagesPerSecond: 3,
    carrier: null,
    createdAt: new Date(0),
  }
  expect(poolNumbersOf([B, A, C], [sender, { ...sender, number: C, status: 'inactive' }])).toEqual([
    { number: B, isActive: false, messagesPerSecond: null },
    { number: A, isActive: true, messagesPerSecond: 3 },
    { number: C, isActive: false, messagesPerSecond: 3 },
  ])
})

describe('for all people, numbers and loads', () => {
  const codes = fc.constantFrom('202', '415', '917')
  const person = fc
    .tuple(codes, fc.integer({ min: 1_000_000, max: 1_000_050 }))
    .map(([code, line]) => `+1${code}${line}`)
  const number = fc.record({
    number: fc.tuple(codes, fc.integer({ min: 2_000_000, max: 2_000_009 })).map(([code, line]) => `+1${code}${line}`),
    isActive: fc.boolean(),
    messagesPerSecond: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 20 })),
    load: fc.nat(40),
  })
  const numbers = fc.uniqueArray(number, { minLength: 1, maxLength: 6, selector: (one) => one.number })
  const people = fc.array(person, { maxLength: 60 }) as fc.Arbitrary<PhoneNumber[]>

  test('nobody who keeps a number moves, everybody else gets an allowed one, and a second round changes nothing', () => {
    fc.assert(
      fc.property(numbers, people, fc.array(fc.nat(7), { minLength: 60, maxLength: 60 }), (pool, phones, before) => {
        const places = [...pool.map((one) => one.number), '+19175559999']
        const known = new Map<PhoneNumber, string>()
        phones.forEach((phone, i) => {
          const place = places[before[i]!]
          if (place !== undefined) known.set(phone, place)
        })
        const loads = new Map(pool.map((one) => [one.number, one.load]))
        const given = numbersFor(phones, { known, numbers: pool, loads })
        const lacking = new Set(withoutNumber(phones, known, pool))
        expect(new Set(given.keys())).toEqual(lacking)
        const active = pool.filter(({ isActive }) => isActive)
        const used = active.length > 0 ? active : pool
        for (const [phone, to] of given) {
          const local = used.filter((one) => areaCodeOf(one.number) === areaCodeOf(phone))
          expect((local.length > 0 ? local : used).map((one) => one.number)).toContain(to)
        }
        const after = new Map([...known, ...given])
        expect(withoutNumber(phones, after, pool)).toEqual([])
      }),
    )
  })

  test('new people without a local number are spread evenly, in proportion to the rates', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 300 }), (pool, count) => {
        const phones = Array.from({ length: count }, (_, i) => `+3361200${1_000 + i}` as PhoneNumber)
        const rated = pool.map((one) => ({ ...one, isActive: true, messagesPerSecond: one.messagesPerSecond ?? 1 }))
        const loads = new Map(rated.map((one) => [one.number, 0]))
        const given = [...numbersFor(phones, { known: new Map(), numbers: rated, loads }).values()]
        const shares = rated.map((one) => {
          const people = given.filter((to) => to === one.number).length
          return { least: (people - 1) / one.messagesPerSecond, most: people / one.messagesPerSecond }
        })
        // Nobody was given to a number while another one had a smaller load.
        const smallest = Math.min(...shares.map(({ most }) => most))
        for (const { least } of shares) expect(least).toBeLessThanOrEqual(smallest + 1e-9)
      }),
    )
  })
})
