import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isEqual } from './collections.js'

describe('plain data is equal', () => {
  test('whatever the order of its properties, at any depth', () => {
    expect(isEqual({ a: 1, b: { c: [2], d: null } }, { b: { d: null, c: [2] }, a: 1 })).toBe(true)
  })

  test('when its instants are equal', () => {
    expect(isEqual({ at: new Date(1_000) }, { at: new Date(1_000) })).toBe(true)
    expect(isEqual({ at: new Date(1_000) }, { at: new Date(1_001) })).toBe(false)
  })

  test('when one side has an undefined property that is missing on the other', () => {
    expect(isEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  })

  test('to its copy with the properties in reverse order', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        expect(isEqual(data, Object.fromEntries(Object.entries(data).reverse()))).toBe(true)
      }),
    )
  })
})

describe('plain data is not equal', () => {
  test.each<[unknown, unknown]>([
    [1, 2],
    [1, '1'],
    [null, {}],
    [{}, []],
    [{ a: 1 }, { a: 1, b: null }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
    [JSON.parse('{ "__proto__": 1 }'), {}],
  ])('when a value, a type, a name or the order of a list differs: %j and %j', (a, b) => {
    expect(isEqual(a, b)).toBe(false)
  })
})
