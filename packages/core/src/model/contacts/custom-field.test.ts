import { CUSTOM_FIELDS } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { DomainError } from '../../values/errors.js'
import { CUSTOM_FIELD_KEYS, customValuesByLabel, readCustomValues, visible } from './custom-field.js'

const { NICKNAME, POINTS, VEGAN, RENEWAL, PLAN, COLORS, RETIRED } = CUSTOM_FIELDS
const FIELDS = Object.values(CUSTOM_FIELDS)

function refusalOf(input: Readonly<Record<string, unknown>>, fields = FIELDS): unknown {
  try {
    return readCustomValues(fields, input)
  } catch (error) {
    return error instanceof DomainError ? { code: error.code, ...error.details } : error
  }
}

const refused = (label: string, reason: string) => ({ code: 'invalid-custom-field', label, reason })

describe('a custom value', () => {
  test.each([
    ['Nickname', 'Annie'],
    ['Nickname', ' '],
    ['Points', 0],
    ['Points', -1.5],
    ['Points', Number.MAX_VALUE],
    ['Vegan', true],
    ['Vegan', false],
    ['Renewal Date', '2024-02-29'],
    ['Plan', 'Pro'],
    ['Colors', ['blue']],
    ['Colors', ['blue', 'red']],
  ])('has the type of its field: %s accepts %j', (label, value) => {
    expect(Object.values(readCustomValues(FIELDS, { [label]: value }))).toEqual([value])
  })

  test('is stored under the key of its field', () => {
    expect(readCustomValues(FIELDS, { Points: 7, Nickname: 'Annie' })).toEqual({
      contact_custom_field_1: 'Annie',
      contact_custom_field_2: 7,
    })
  })

  test('that is null clears its field, whatever the type', () => {
    for (const { key, label } of visible(FIELDS))
      expect(readCustomValues(FIELDS, { [label]: null })).toEqual({ [key]: null })
  })

  test('that is an empty text or an empty array clears its field', () => {
    expect(readCustomValues(FIELDS, { Nickname: '', Colors: [] })).toEqual({
      contact_custom_field_1: null,
      contact_custom_field_6: null,
    })
  })
})

describe('a label', () => {
  test.each(['Renewal Date', 'renewal date', 'RENEWAL DATE', '  Renewal Date\t', '\u00a0rENEWAL dATE\n'])(
    'matches regardless of case and surrounding white space: %j',
    (label) => {
      expect(readCustomValues(FIELDS, { [label]: '2026-01-01' })).toEqual({ contact_custom_field_4: '2026-01-01' })
    },
  )

  test.each(['RenewalDate', 'Renewal  Date', '', 'contact_custom_field_4', 'constructor', '__proto__'])(
    'that no field has is unknown_label: %j',
    (label) => {
      const input = JSON.parse(`{ ${JSON.stringify(label)}: "x" }`)
      expect(refusalOf(input)).toEqual(refused(label, 'unknown_label'))
    },
  )

  test('of a disabled or deleted field is unknown_label, even if the value is null', () => {
    for (const status of ['disabled', 'deleting'] as const) {
      expect(refusalOf({ Retired: null }, [{ ...RETIRED, status }])).toEqual(refused('Retired', 'unknown_label'))
    }
  })

  test('that appears twice in different spellings is duplicate_label_input, whatever its values', () => {
    expect(refusalOf({ Plan: 'Pro', ' plan ': 'Pro' })).toEqual(refused('Plan', 'duplicate_label_input'))
    expect(refusalOf({ plan: null, PLAN: 'nonsense' })).toEqual(refused('Plan', 'duplicate_label_input'))
  })

  test('is reported in the spelling of the account, if the account has it', () => {
    expect(refusalOf({ ' pOINTS ': 'many' })).toEqual(refused('Points', 'type_mismatch'))
    expect(refusalOf({ ' pLANE ': 'many' })).toEqual(refused(' pLANE ', 'unknown_label'))
  })

  test('that is very long is reported by its first 100 characters, without splitting one', () => {
    const { label } = refusalOf({ [`x${'😀'.repeat(5_000)}`]: 1 }) as { label: string }
    expect(label).toBe(`x${'😀'.repeat(99)}…`)
  })
})

describe('type_mismatch', () => {
  const OTHERS = {
    Nickname: [1, true, {}, []],
    Points: ['1', '', true, {}, [], Infinity, -Infinity, NaN],
    Vegan: ['true', '', 0, 1, {}, []],
    'Renewal Date': [20260101, true, {}, ['2026-01-01']],
    Plan: [1, true, {}, ['Pro']],
    Colors: ['red', '', 1, true, {}, { 0: 'red', length: 1 }],
  }

  test.each(Object.entries(OTHERS))('is reported for a value that does not have the type of %s', (label, values) => {
    for (const value of values) expect(refusalOf({ [label]: value })).toEqual(refused(label, 'type_mismatch'))
  })

  test.each([[[1]], [[null]], [[['red']]], [['red', 2]], [['red', null, 'nonsense']]])(
    'is reported for an option that is not a string: %j',
    (value) => {
      expect(refusalOf({ Colors: value })).toEqual(refused('Colors', 'type_mismatch'))
    },
  )
})

describe('unknown_option', () => {
  test.each(['free', 'FREE', ' Free', 'Free ', '', 'Gold'])(
    'is reported for anything but the exact spelling of an option: %j',
    (value) => {
      expect(refusalOf({ Plan: value })).toEqual(refused('Plan', 'unknown_option'))
      expect(refusalOf({ Colors: ['red', value] })).toEqual(refused('Colors', 'unknown_option'))
    },
  )
})

test('an option that is sent twice is duplicate_option', () => {
  expect(refusalOf({ Colors: ['red', 'blue', 'red'] })).toEqual(refused('Colors', 'duplicate_option'))
})

describe('a date', () => {
  test.each(['', '2026-1-1', '01/02/2026', '2026-01-01T00:00:00Z', ' 2026-01-01', 'soon'])(
    'in a format other than YYYY-MM-DD is invalid_date_format: %j',
    (value) => {
      expect(refusalOf({ 'Renewal Date': value })).toEqual(refused('Renewal Date', 'invalid_date_format'))
    },
  )

  test.each(['2025-02-29', '2026-13-01', '2026-00-00', '2026-04-31', '0000-01-01'])(
    'that does not exist is invalid_calendar_date: %s',
    (value) => {
      expect(refusalOf({ 'Renewal Date': value })).toEqual(refused('Renewal Date', 'invalid_calendar_date'))
    },
  )
})

test('a text of more than 500 code points is length_exceeded', () => {
  expect(readCustomValues(FIELDS, { Nickname: '😀'.repeat(500) })).toEqual({ contact_custom_field_1: '😀'.repeat(500) })
  expect(refusalOf({ Nickname: '😀'.repeat(501) })).toEqual(refused('Nickname', 'length_exceeded'))
})

test('the first of several faults, in the order of the input, is reported', () => {
  expect(refusalOf({ Points: 'x', Unknown: 1, Plan: 'y' })).toEqual(refused('Points', 'type_mismatch'))
  expect(refusalOf({ Unknown: 1, Points: 'x', Plan: 'y' })).toEqual(refused('Unknown', 'unknown_label'))
})

test('a client sees the active fields, in the order of their keys', () => {
  expect(visible(FIELDS)).toEqual([NICKNAME, POINTS, VEGAN, RENEWAL, PLAN, COLORS])
  expect(visible([{ ...NICKNAME, status: 'deleting' }])).toEqual([])
})

describe('the values that a client sees', () => {
  const VALUES = {
    contact_custom_field_1: 'Annie',
    contact_custom_field_2: 0,
    contact_custom_field_3: false,
    contact_custom_field_5: 'Pro',
    contact_custom_field_6: ['red', 'blue'],
    contact_custom_field_7: 'hidden',
  } as const

  test('are under the labels of the account; values of disabled and deleted fields are omitted', () => {
    const shown = { Nickname: 'Annie', Points: 0, Vegan: false, Plan: 'Pro', Colors: ['red', 'blue'] }
    expect(customValuesByLabel(FIELDS, VALUES)).toEqual(shown)
  })

  test('are under the new label after a rename', () => {
    expect(customValuesByLabel([{ ...NICKNAME, label: 'Alias' }], VALUES)).toEqual({ Alias: 'Annie' })
  })

  test('omit options that an operator removed', () => {
    expect(customValuesByLabel([{ ...PLAN, options: ['Free'] }], VALUES)).toEqual({})
    expect(customValuesByLabel([{ ...COLORS, options: ['green', 'blue'] }], VALUES)).toEqual({ Colors: ['blue'] })
    expect(customValuesByLabel([{ ...COLORS, options: ['green'] }], VALUES)).toEqual({})
  })

  test('may have any label', () => {
    const shown = customValuesByLabel([{ ...COLORS, label: '__proto__' }], VALUES)
    expect(Object.entries(shown)).toEqual([['__proto__', ['red', 'blue']]])
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype)
  })
})

test('the keys of the custom fields are the names of their merge tags, numbered 1 to 7', () => {
  expect(CUSTOM_FIELD_KEYS).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `contact_custom_field_${n}`))
})
