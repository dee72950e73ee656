import { describe, expect, test } from '@jest/globals'
import { createIds } from './create-ids.js'
import { spacedIds } from './spaced-ids.js'

describe('spaced ids', () => {
  test('begin with the first one, end before the last one, and are at equal distances', () => {
    expect(spacedIds('con_0000', 'con_000g', 4)).toEqual(['con_0000', 'con_0004', 'con_0008', 'con_000c'])
    expect(spacedIds('con_00z0', 'con_0100', 2)).toEqual(['con_00z0', 'con_00zg'])
  })

  test('divide the time between two ids', () => {
    let now = 0
    const { next } = createIds({ nowMs: () => now, randomBytes: (length) => new Uint8Array(length) })
    const [first, middle, last] = [0, 500_000_000_000, 1_000_000_000_000].map((ms) => {
      now = ms
      return next('con')
    })
    expect(spacedIds(first!, last!, 2)).toEqual([first, middle])
  })

  test('are different within a millisecond', () => {
    const { next } = createIds({ nowMs: () => 5, randomBytes: (length) => new Uint8Array(length).fill(7) })
    const created = Array.from({ length: 100 }, () => next('con'))
    expect(spacedIds(created[0]!, created[99]!, 99)).toEqual(created.slice(0, 99))
  })

  test('are all the first one if it is the last one', () => {
    expect(spacedIds('con_000z', 'con_000z', 3)).toEqual(['con_000z', 'con_000z', 'con_000z'])
  })
})
