import { describe, expect, test } from '@jest/globals'
import { DomainError, type FieldError } from './errors.js'
import { lengthOf } from './field-rule.js'
import { choice, flag, list, object, orNull, readValue, record, text, wholeNumber, type Schema } from './schema.js'
import { quote } from './text/text.js'

const ANY = { holds: () => true, expected: '' }
const LOWER = { holds: (given: string) => given === given.toLowerCase(), expected: 'must be in small letters' }
const SHOWN = { ...LOWER, got: quote }
const SHORT = { holds: (given: string) => given.length < 4, expected: 'must be short' }

const CUP = object({
  required: { name: text(ANY) },
  optional: { size: orNull(wholeNumber({ min: 1, max: 9 })), isFull: flag, tags: list(text(ANY), { min: 0, max: 2 }) },
})

function read<T>(schema: Schema<T>, value: unknown) {
  const faults: FieldError[] = []
  const result = schema.read(value, 'cup', faults)
  return { result, faults: faults.map(({ field, message }) => `${field} ${message}`) }
}

describe('a schema', () => {
  test('reads what it accepts, and leaves absent fields absent', () => {
    const cup = { name: 'Ann', size: null, isFull: false, tags: ['a', 'b'] }
    expect(read(CUP, cup)).toEqual({ result: cup, faults: [] })
    const { result } = read(CUP, { name: 'Ann', size: undefined })
    expect(result).toStrictEqual({ name: 'Ann' })
  })

  test('reports every fault with its path, what it expected and what it got', () => {
    const shelf = object({ required: { cups: list(CUP, { min: 1, max: 9 }), label: text(ANY) } })
    const given = {
      cups: [{ name: 5, isFull: 'yes' }, { size: '3', tags: {} }, null, { name: 'A', size: 10, colour: 1 }],
    }
    expect(read(shelf, given).faults).toEqual([
      'cup.cups[0].name must be a string, got number',
      'cup.cups[0].isFull must be true or false, got string',
      'cup.cups[1].name is missing: it must be a string',
      'cup.cups[1].size must be a whole number from 1 to 9, got string',
      'cup.cups[1].tags must be an array, got object',
      'cup.cups[2] must be an object, got null',
      'cup.cups[3].colour is not a known property: expected one of name, size, isFull, tags',
      'cup.cups[3].size must be a whole number from 1 to 9, got 10',
      'cup.label is missing: it must be a string',
    ])
  })

  test.each([[null], [[]], ['text'], [1], [true], [undefined]])('does not accept %j as an object', (value) => {
    const { result, faults } = read(CUP, value)
    expect([result, faults.length]).toEqual([undefined, 1])
  })

  test('leaves a faulty field out of what it returns', () => {
    const { result } = read(list(CUP, { min: 0, max: 9 }), [{ name: 5, isFull: true, tags: ['a', 1] }])
    expect(result).toEqual([{ isFull: true }])
  })

  test('reports the holes of a sparse array', () => {
    const sparse = ['a', 'b', 'c']
    delete sparse[1]
    const { result, faults } = read(list(text(ANY), { min: 1, max: 9 }), sparse)
    expect([result, faults]).toEqual([undefined, ['cup[1] is missing: it must be a string']])
  })

  test('reads -0 as 0', () => {
    expect(read(wholeNumber({ min: 0, max: 9 }), -0)).toEqual({ result: 0, faults: [] })
  })

  test('has a message for a faulty value that has no path', () => {
    expect(() => readValue(CUP, null)).toThrow('The value must be an object, got null')
  })

  test('accepts null only where null is allowed', () => {
    expect(read(orNull(flag), null)).toEqual({ result: null, faults: [] })
    expect(read(flag, null).faults).toEqual(['cup must be true or false, got null'])
  })

  test('repeats a text only if its rule shows it, and then at most 40 characters of it', () => {
    expect(read(text(LOWER), 'SECRET').faults).toEqual(['cup must be in small letters'])
    expect(read(text(SHOWN), 'A"').faults).toEqual(['cup must be in small letters, got "A\\""'])
    expect(read(text(SHOWN), 'A'.repeat(41)).faults).toEqual([`cup must be in small letters, got "${'A'.repeat(40)}…"`])
    expect(read(text(lengthOf({ min: 1, max: 3 })), '🔔🔔🔔🔔').faults).toEqual([
      'cup must have 1 to 3 characters, got 4',
    ])
  })

  test('says how long a list or record is that has a wrong length', () => {
    const range = { min: 1, max: 2 }
    expect(read(list(flag, range), []).faults).toEqual(['cup must have 1 to 2 entries, got 0'])
    const flags = record(flag, { keys: lengthOf({ min: 1, max: 3 }), range })
    expect(read(flags, { a: true, b: true, c: true }).faults).toEqual(['cup must have 1 to 2 entries, got 3'])
    expect(read(flags, { four: true }).faults).toEqual(['cup.four has a name that must have 1 to 3 characters, got 4'])
  })

  test('reports the first rule that a text breaks', () => {
    const both = text([LOWER, SHORT])
    expect(read(both, 'abc').faults).toEqual([])
    expect(read(both, 'ABCD').faults).toEqual(['cup must be in small letters'])
    expect(read(both, 'abcd').faults).toEqual(['cup must be short'])
    expect(read(choice(['a', 'b']), 'c').faults).toEqual(['cup must be one of a, b, got "c"'])
  })

  test('parses a text only if it is valid', () => {
    const parsed = text(LOWER, (given) => given.toUpperCase())
    expect(read(parsed, 'a').result).toBe('A')
    expect(read(parsed, 'A').result).toBeUndefined()
  })
})

describe('a field name in the input', () => {
  test('never reaches a prototype', () => {
    const given: unknown = JSON.parse('{ "name": "A", "__proto__": { "isFull": true }, "constructor": { "a": 1 } }')
    const { result, faults } = read(CUP, given)
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['cup.__proto__', 'cup.constructor'])
    expect(result).toStrictEqual({ name: 'A' })
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect(Reflect.get({}, 'isFull')).toBeUndefined()
  })

  test('that only a prototype has is absent', () => {
    const inherited: unknown = Object.create({ name: 'A' })
    expect(read(CUP, inherited).faults).toEqual(['cup.name is missing: it must be a string'])
    const named = object({ required: { constructor: text(ANY), toString: text(ANY) } })
    expect(read(named, {}).faults).toHaveLength(2)
  })

  test('is truncated, but never in the middle of a surrogate pair', () => {
    const [fault] = read(CUP, { name: 'A', ['x'.repeat(99) + '👋' + 'x'.repeat(1_000)]: 1 }).faults
    expect(fault).toMatch(/^cup\.x{99} is not/)
  })
})

test('a whole value is returned, or refused with all faults', () => {
  expect(readValue(CUP, { name: 'A' })).toEqual({ name: 'A' })
  const refused = () => readValue(CUP, { size: 0, isFull: 1 })
  expect(refused).toThrow(DomainError)
  expect(refused).toThrow('name is missing: it must be a string, and 2 more')
})
