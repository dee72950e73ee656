import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createIds } from './create-ids.js'

const BODY = /^[0-9a-z]{26}$/

/** Creates ids with a clock that returns the next of these instants at each reading, and with equal random bytes. */
function given({ times, dice = 0 }: { times: readonly number[]; dice?: number }) {
  let reading = 0
  const ids = createIds({ nowMs: () => times[reading++]!, randomBytes: (length) => new Uint8Array(length).fill(dice) })
  return times.map(() => ids.next('con'))
}

const bodyOf = (id: string) => id.slice('con_'.length)
const isStrictlyIncreasing = (texts: readonly string[]) => texts.every((text, i) => i === 0 || texts[i - 1]! < text)

describe('an id', () => {
  test('is its prefix followed by 26 characters from 0 to 9 and a to z', () => {
    const ids = createIds({ nowMs: () => 1_772_366_400_000, randomBytes: (length) => new Uint8Array(length).fill(255) })
    for (const prefix of ['acc', 'con', 'grp', 'tag', 'evt', 'log', 'led', 'whk'] as const) {
      const id = ids.next(prefix)
      expect(id.slice(0, 4)).toBe(`${prefix}_`)
      expect(id.slice(4)).toMatch(BODY)
    }
  })

  test('sorts by time, whatever its random digits', () => {
    const early = createIds({ nowMs: () => 1_000, randomBytes: (length) => new Uint8Array(length).fill(31) })
    const late = createIds({ nowMs: () => 1_001, randomBytes: (length) => new Uint8Array(length) })
    expect(early.next('con') < late.next('con')).toBe(true)
  })

  test('encodes its time in its first ten characters', () => {
    const [id] = given({ times: [32 ** 9 + 33] })
    expect(bodyOf(id!).slice(0, 10)).toBe('1000000011')
  })

  test('keeps its form until the year 10000', () => {
    const [id] = given({ times: [Date.UTC(9999, 11, 31)] })
    expect(bodyOf(id!)).toMatch(BODY)
  })

  test('is unique across processes: at the same instant their random digits differ', () => {
    const [here] = given({ times: [1_000], dice: 1 })
    const [there] = given({ times: [1_000], dice: 2 })
    expect(here).not.toBe(there)
  })

  test('is larger than the previous id while the clock does not advance', () => {
    expect(isStrictlyIncreasing(given({ times: Array.from({ length: 2_000 }, () => 1_000) }))).toBe(true)
  })

  test('is larger than the previous id when the clock goes back', () => {
    expect(isStrictlyIncreasing(given({ times: [5_000, 4_999, 0, 4_000, 5_000, 5_001] }))).toBe(true)
  })

  test('uses the next millisecond when its random digits overflow', () => {
    const [last, next, then] = given({ times: [1_000, 1_000, 1_000], dice: 31 })
    expect(bodyOf(last!)).toBe(`${'0'.repeat(8)}z8${'z'.repeat(16)}`)
    expect(bodyOf(next!)).toBe(`${'0'.repeat(8)}z9${'z'.repeat(16)}`)
    expect(bodyOf(then!)).toBe(`${'0'.repeat(8)}za${'z'.repeat(16)}`)
  })

  test('carries from one random digit to the next', () => {
    const dice = (length: number) => Uint8Array.from({ length }, (_, i) => (i < length - 2 ? 0 : 30 + (i % 2)))
    const ids = createIds({ nowMs: () => 0, randomBytes: dice })
    const tails = Array.from({ length: 4 }, () => bodyOf(ids.next('con')).slice(-3))
    expect(tails).toEqual(['0yz', '0z0', '0z1', '0z2'])
    const many = Array.from({ length: 30 }, () => bodyOf(ids.next('con')).slice(-3))
    expect(many.slice(-3)).toEqual(['0zy', '0zz', '100'])
  })

  test('is larger than every previous id, whatever the clock and the random bytes', () => {
    const instants = fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.nat()), { maxLength: 50 })
    fc.assert(
      fc.property(instants, fc.nat({ max: 255 }), (times, dice) => {
        const made = given({ times, dice })
        expect(isStrictlyIncreasing(made)).toBe(true)
        expect(made.every((id) => BODY.test(bodyOf(id)))).toBe(true)
      }),
    )
  })
})
