import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { CONTACT_COLUMNS } from '../../model/contacts/contact-columns.js'
import type { CustomField } from '../../model/contacts/custom-field.js'
import { readCustomValues } from '../../model/contacts/custom-field.js'
import { DomainError } from '../../values/errors.js'
import { rowReaderOf } from './import-row.js'

const PHONE = '+12025550123'

function aField(n: 1 | 2 | 3 | 4 | 5 | 6 | 7, given: Partial<CustomField>): CustomField {
  const key = `contact_custom_field_${n}` as const
  return { account: 'acc_1', key, label: `Field ${n}`, type: 'TEXT', options: [], status: 'active', ...given }
}

const FIELDS = [
  aField(1, { label: 'Nickname' }),
  aField(2, { label: 'Points', type: 'NUMBER' }),
  aField(3, { label: 'Vegan', type: 'BOOLEAN' }),
  aField(4, { label: 'Renewal', type: 'DATE' }),
  aField(5, { label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] }),
  aField(6, { label: 'Colors', type: 'MULTI_SELECT', options: ['red', 'light blue'] }),
  aField(7, { label: 'Retired', status: 'disabled' }),
]

const read = (columns: Readonly<Record<string, string>>) => {
  const names = Object.keys(columns)
  return rowReaderOf(['phoneNumber', ...names], FIELDS)([PHONE, ...Object.values(columns)]).patch
}

function refusalOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error instanceof DomainError ? `${error.code}: ${error.message}` : error
  }
}

describe('the header of a contact file', () => {
  test('may contain every column and label, in any order and case, with surrounding white space', () => {
    const header = [...CONTACT_COLUMNS, ...FIELDS.slice(0, 6).map(({ label }) => label)].reverse()
    expect(() => rowReaderOf(header, FIELDS)).not.toThrow()
    expect(() =>
      rowReaderOf(
        header.map((name) => ` ${name.toUpperCase()}\t`),
        FIELDS,
      ),
    ).not.toThrow()
  })

  test('may begin with a byte order mark', () => {
    expect(rowReaderOf(['\ufeffphoneNumber'], FIELDS)([PHONE])).toEqual({ phone: PHONE, patch: {} })
  })

  test.each([
    [['phoneNumber', 'shoeSize'], 'contains "shoeSize", which is neither a column nor a custom field'],
    [['phoneNumber', 'Retired'], 'contains "Retired", which is neither a column nor a custom field'],
    [['phoneNumber', ''], 'contains "", which is neither a column nor a custom field'],
    [['phoneNumber', '__proto__'], 'contains "__proto__", which is neither a column nor a custom field'],
    [['phoneNumber', 'tz'], 'contains "tz", which is neither a column nor a custom field'],
    [['phoneNumber', 'city', ' City '], 'contains the column " City " more than once'],
    [['phoneNumber', 'Plan', 'plan'], 'contains the column "plan" more than once'],
    [['phoneNumber', 'Plan', 'custom:Plan'], 'contains the column "custom:Plan" more than once'],
    [['phoneNumber', 'custom:city'], 'contains "custom:city", which is neither a column nor a custom field'],
    [['firstName'], 'must contain the column phoneNumber'],
    [[], 'must contain the column phoneNumber'],
  ])('is refused with its fault: %j', (header, message) => {
    expect(refusalOf(() => rowReaderOf(header, FIELDS))).toBe(`invalid-input: The header ${message}`)
  })
})

describe('the cells of a row', () => {
  test('are the profile, the address and the custom fields of a contact', () => {
    const columns = {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.com',
      birthDate: '1990-02-28',
      gender: 'FEMALE',
      street: '1 Main St',
      city: 'Denver',
      state: 'CO',
      postalCode: '80202',
      country: 'us',
      isFavorite: 'true',
      Nickname: 'Annie',
    }
    const { street, city, state, postalCode, country, isFavorite: _, Nickname, ...profile } = columns
    const address = { street, city, state, postalCode, country }
    expect(read(columns)).toEqual({ ...profile, isFavorite: true, address, customFields: { Nickname } })
  })

  test('are ignored if they are empty or white space', () => {
    const nothing = Object.fromEntries([...CONTACT_COLUMNS.slice(1), 'Points', 'Colors'].map((name) => [name, ' ']))
    expect(read(nothing)).toEqual({})
  })

  test('are trimmed', () => {
    expect(rowReaderOf(['phoneNumber', 'city'], FIELDS)([` ${PHONE}\t`, ' Salt Lake City '])).toEqual({
      phone: PHONE,
      patch: { address: { city: 'Salt Lake City' } },
    })
  })

  test('are matched by the header, whatever the order of the columns', () => {
    const reader = rowReaderOf(['Plan', 'FIRSTNAME', 'phonenumber'], FIELDS)
    expect(reader(['Pro', 'Ann', PHONE])).toEqual({
      phone: PHONE,
      patch: { firstName: 'Ann', customFields: { Plan: 'Pro' } },
    })
  })

  test('of one row do not affect the next row', () => {
    const reader = rowReaderOf(['phoneNumber', 'city', 'Plan'], FIELDS)
    reader([PHONE, 'Denver', 'Pro'])
    expect(reader([PHONE, '', ''])).toEqual({ phone: PHONE, patch: {} })
  })

  test('are refused unless there is one for each column of the header', () => {
    const reader = rowReaderOf(['phoneNumber', 'city'], FIELDS)
    expect(refusalOf(() => reader([PHONE]))).toBe(
      'invalid-input: The row and the header differ in length: 1 and 2 cells',
    )
    expect(refusalOf(() => reader([PHONE, 'a', 'b']))).toBe(
      'invalid-input: The row and the header differ in length: 3 and 2 cells',
    )
  })

  test('must include a phone number in E.164 form', () => {
    const reader = rowReaderOf(['phoneNumber'], FIELDS)
    expect(refusalOf(() => reader(['']))).toBe('invalid-input: phoneNumber is empty')
    for (const cell of ['2025550123', '(202) 555-0123', '+1 202 555 0123', '1.20E+10']) {
      expect(refusalOf(() => reader([cell]))).toMatch(/^invalid-input: phoneNumber is not a phone number/)
    }
  })

  test.each([
    ['firstName', 'x'.repeat(41), 'firstName must have at most 40 characters'],
    ['email', 'ann', 'email must be an email address of at most 254 characters'],
    ['birthDate', '2/28/1990', 'birthDate must be a calendar date as YYYY-MM-DD'],
    ['gender', 'female', 'gender must be one of MALE, FEMALE, OTHER'],
    ['country', 'USA', 'country must be an ISO 3166-1 alpha-2 country code, such as US'],
    ['isFavorite', 'yes', 'isFavorite must be true or false'],
    ['Vegan', '1', 'Vegan must be true or false'],
    ['lastName', 'a\0', 'lastName has characters that cannot be stored'],
    ['street', '\ud83d', 'street has characters that cannot be stored'],
    ['Nickname', 'a\0', 'Nickname has characters that cannot be stored'],
  ])('are refused with the name of their column, without their content: %s', (column, cell, message) => {
    expect(refusalOf(() => read({ [column]: cell }))).toBe(`invalid-input: ${message}`)
  })

  test.each([
    ['true', true],
    ['FALSE', false],
    ['True', true],
  ])('are true or false in upper or lower case: %s', (cell, value) => {
    expect(read({ isFavorite: cell, Vegan: cell })).toEqual({ isFavorite: value, customFields: { Vegan: value } })
  })

  test.each([
    ['0', 0],
    ['-12', -12],
    ['+3.50', 3.5],
    ['1e3', 1000],
    ['2.5E-1', 0.25],
    ['007', 7],
  ])('are numbers in a NUMBER field: %s', (cell, value) => {
    expect(read({ Points: cell })).toEqual({ customFields: { Points: value } })
  })

  test.each(['1,000', '1 000', '.5', '5.', '0x10', 'Infinity', 'NaN', '1e999', '١', '--1', '$5'])(
    'are not numbers in any other notation: %s is refused',
    (cell) => {
      const { customFields } = read({ Points: cell })
      expect(refusalOf(() => readCustomValues(FIELDS, customFields!))).toMatch(
        /^invalid-custom-field: Custom field "Points" expects a finite number, got (string|number)$/,
      )
    },
  )

  test('are the options of a MULTI_SELECT, separated by vertical bars', () => {
    expect(read({ Colors: 'red' })).toEqual({ customFields: { Colors: ['red'] } })
    expect(read({ Colors: 'red | light blue' })).toEqual({ customFields: { Colors: ['red', 'light blue'] } })
    expect(read({ Colors: 'red\\|green' })).toEqual({ customFields: { Colors: ['red|green'] } })
  })

  test('belong to a custom field if the header has its label after the prefix "custom:"', () => {
    const fields = [aField(1, { label: 'City' })]
    const reader = rowReaderOf(['phoneNumber', 'city', 'custom:city'], fields)
    expect(reader([PHONE, 'Denver', 'Boulder']).patch).toEqual({
      address: { city: 'Denver' },
      customFields: { City: 'Boulder' },
    })
  })

  test('are text in every other custom field, and are validated later', () => {
    const texts = { Nickname: '1', Renewal: '2026-02-30', Plan: 'Gold' }
    expect(read(texts)).toEqual({ customFields: texts })
  })

  test('may be in a column with any label', () => {
    const fields = [aField(1, { label: '__proto__', type: 'MULTI_SELECT', options: ['red'] })]
    const { patch } = rowReaderOf(['phoneNumber', '__proto__'], fields)([PHONE, 'red'])
    expect(readCustomValues(fields, patch.customFields!)).toEqual({ contact_custom_field_1: ['red'] })
  })

  test('are read, or refused with a DomainError, whatever their content', () => {
    const header = [...CONTACT_COLUMNS, ...FIELDS.slice(0, 6).map(({ label }) => label)]
    const reader = rowReaderOf(header, FIELDS)
    const cell = fc.oneof(fc.constant(''), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.array(cell, { minLength: header.length - 1, maxLength: header.length - 1 }), (cells) => {
        const refusal = refusalOf(() => reader([PHONE, ...cells]))
        expect(refusal).not.toBeInstanceOf(Error)
      }),
    )
  })
})
