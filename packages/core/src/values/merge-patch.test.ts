import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { mergePatch, type Json } from './merge-patch.js'

/** RFC 7396, appendix A: original, patch, result. */
const APPENDIX_A: readonly [original: Json, patch: Json, result: Json][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
]

/** The original document of the example in RFC 7396, section 3. */
const ARTICLE = {
  title: 'Goodbye!',
  author: { givenName: 'John', familyName: 'Doe' },
  tags: ['example', 'sample'],
  content: 'This will be unchanged',
}

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>
const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', ''), json)

describe('a merge patch', () => {
  test.each(APPENDIX_A)('gives the result in RFC 7396: %j patched by %j is %j', (original, patch, result) => {
    expect(mergePatch(original, patch)).toEqual(result)
  })

  test('gives the result of the example in RFC 7396, section 3', () => {
    const patch = { title: 'Hello!', phoneNumber: '+01-123-456-7890', author: { familyName: null }, tags: ['example'] }
    expect(mergePatch(ARTICLE, patch)).toEqual({
      title: 'Hello!',
      author: { givenName: 'John' },
      tags: ['example'],
      content: 'This will be unchanged',
      phoneNumber: '+01-123-456-7890',
    })
  })

  test('creates missing objects', () => {
    expect(mergePatch(undefined, { a: { b: 1, c: null } })).toEqual({ a: { b: 1 } })
  })

  test('does not modify its input', () => {
    const target = Object.freeze({ a: Object.freeze({ b: 1 }) })
    expect(mergePatch(target, { a: { b: null } })).toEqual({ a: {} })
    expect(target).toEqual({ a: { b: 1 } })
  })

  test('treats __proto__ as an ordinary name, without prototype pollution', () => {
    const result = mergePatch({}, JSON.parse('{ "__proto__": { "polluted": true }, "constructor": { "x": 1 } }'))
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect(Object.keys(result as object).sort()).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(mergePatch(result, JSON.parse('{ "__proto__": { "polluted": null } }'))).toEqual(
      JSON.parse('{ "__proto__": {}, "constructor": { "x": 1 } }'),
    )
  })

  test('that is empty changes nothing', () => {
    fc.assert(fc.property(object, (target) => expect(mergePatch(target, {})).toEqual(target)))
  })

  test('applied twice gives the same result as applied once', () => {
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const once = mergePatch(target, patch)
        expect(mergePatch(once, patch)).toEqual(once)
      }),
    )
  })

  test('adds no null to an object', () => {
    fc.assert(fc.property(object, (patch) => expect(nullsIn(mergePatch(undefined, patch))).toBe(0)))
  })

  test('does not change members that it does not contain', () => {
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const result = mergePatch(target, patch) as Record<string, Json>
        for (const name of Object.keys(target)) {
          if (!Object.hasOwn(patch, name)) expect(result[name]).toEqual(target[name])
        }
      }),
    )
  })
})

/** Counts nulls outside arrays: an array replaces the old value as a whole, including its nulls. */
function nullsIn(value: Json): number {
  if (value === null) return 1
  if (typeof value !== 'object' || Array.isArray(value)) return 0
  return Object.values(value).reduce<number>((sum, inner) => sum + nullsIn(inner), 0)
}
