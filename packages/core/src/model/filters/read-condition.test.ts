import { describe, expect, test } from '@jest/globals'
import type { FieldError } from '../../values/errors.js'
import { CONDITIONS_MAX, CONTACT_FILTER, countOf, parseFilterText } from './read-condition.js'

function faultsOf(contact: unknown): readonly FieldError[] {
  const faults: FieldError[] = []
  CONTACT_FILTER.read({ contact }, 'filter', faults)
  return faults
}

const GROUPS = { groups: { ids: { in: ['grp_1'] } } }

describe('a filter', () => {
  test.each([
    ['the filter of the contract', GROUPS],
    ['everybody', { all: [] }],
    ['nobody', { any: [] }],
    ['several fields and operators', { firstName: { startsWith: 'A', ne: 'Ann' }, tz: { in: ['America/Denver'] } }],
    ['nested conditions', { all: [{ any: [GROUPS, { not: { isFavorite: { eq: true } } }] }] }],
    [
      'groups that are left out, and when they were joined',
      { groups: { ids: { notIn: ['a'] }, joinedAt: { within: '24h' } } },
    ],
    ['segments', { segments: { ids: { in: ['seg_1'] } } }],
    [
      'each part of an address',
      { address: { city: { eq: 'Ulm' }, state: { eq: 'CO' }, postalCode: { exists: true }, country: { ne: 'US' } } },
    ],
    [
      'operators of any type on a custom field',
      { customFields: { contact_custom_field_3: { gte: 5 }, contact_custom_field_4: { monthDay: '02-29' } } },
    ],
    ['dates', { birthDate: { gte: '1990-01-01', within: '8w', monthDay: 'today' } }],
    ['clicks', { clicked: { link: 'go.example.com/a', within: '30d' } }],
    ['the last messages', { lastSentAt: { exists: false }, lastReceivedAt: { olderThan: '90d' } }],
    ['an instant with an offset', { createdAt: { lt: '2026-01-01T00:00:00+02:00' } }],
  ])('may have %s', (_, contact) => {
    expect(faultsOf(contact)).toEqual([])
    const faults: FieldError[] = []
    expect(CONTACT_FILTER.read({ contact }, 'filter', faults)).toEqual({ contact })
  })

  test.each<[string, unknown, string, string]>([
    ['an unknown field', { nickname: { eq: 'A' } }, 'filter.contact.nickname', 'is not a known property'],
    ['an unknown operator', { firstName: { like: 'A' } }, 'filter.contact.firstName.like', 'is not a known property'],
    [
      'an operator of another type',
      { isFavorite: { gt: true } },
      'filter.contact.isFavorite.gt',
      'is not a known property',
    ],
    [
      'a value of the wrong type',
      { firstName: { eq: 5 } },
      'filter.contact.firstName.eq',
      'must be a string, got number',
    ],
    [
      'a wrong value within a list',
      { gender: { in: ['MALE', 'X'] } },
      'filter.contact.gender.in[1]',
      'must be one of MALE, FEMALE, OTHER',
    ],
    [
      'an unsupported timezone',
      { tz: { eq: 'Europe/Paris' } },
      'filter.contact.tz.eq',
      'must be one of America/New_York',
    ],
    [
      'a date that does not exist',
      { birthDate: { eq: '2025-02-29' } },
      'filter.contact.birthDate.eq',
      'must be a date as YYYY-MM-DD',
    ],
    [
      'a day that does not exist',
      { birthDate: { monthDay: '02-30' } },
      'filter.contact.birthDate.monthDay',
      'must be today, or a day',
    ],
    [
      'hours for dates',
      { birthDate: { within: '24h' } },
      'filter.contact.birthDate.within',
      'must be a number of days or weeks, such as 30d or 8w, got "24h"',
    ],
    [
      'a duration of more than ten years',
      { createdAt: { within: '4000d' } },
      'filter.contact.createdAt.within',
      'up to 10 years',
    ],
    [
      'a time without an offset',
      { createdAt: { lt: '2026-01-01T00:00:00' } },
      'filter.contact.createdAt.lt',
      'with a UTC offset',
    ],
    ['no condition', {}, 'filter.contact', 'must have at least one of groups, segments, firstName'],
    ['no operator', { firstName: {} }, 'filter.contact.firstName', 'must have at least one of eq, ne'],
    ['conditions beside not', { not: GROUPS, ...GROUPS }, 'filter.contact', 'all, got "groups"'],
    ['no list', { all: GROUPS }, 'filter.contact.all', 'must be an array, got object'],
    ['null', null, 'filter.contact', 'must be an object, got null'],
    [
      'an unknown custom field',
      { customFields: { contact_custom_field_8: { eq: 1 } } },
      'filter.contact.customFields.contact_custom_field_8',
      'is not a known property',
    ],
    [
      'an operator that no custom field has',
      { customFields: { contact_custom_field_1: { like: 1 } } },
      'filter.contact.customFields.contact_custom_field_1.like',
      'is not a known property',
    ],
    [
      'a value that no type of custom field takes',
      { customFields: { contact_custom_field_1: { gt: 'x' } } },
      'filter.contact.customFields.contact_custom_field_1.gt',
      'must be a number, got string (for a field of type NUMBER); must be a date as YYYY-MM-DD, such as 1990-12-31, got "x" (for a field of type DATE)',
    ],
    [
      'null for a custom field',
      { customFields: { contact_custom_field_1: { eq: null } } },
      'filter.contact.customFields.contact_custom_field_1.eq',
      'must be a string, got null (for a field of type TEXT, DATE, SINGLE_SELECT); must be a number, got null (for a field of type NUMBER); must be true or false, got null (for a field of type BOOLEAN)',
    ],
    [
      'values of different types for a custom field',
      { customFields: { contact_custom_field_1: { in: [1, '2'] } } },
      'filter.contact.customFields.contact_custom_field_1.in',
      '[0] must be a string, got number (for a field of type TEXT, DATE, SINGLE_SELECT, MULTI_SELECT); [1] must be a number, got string (for a field of type NUMBER)',
    ],
    [
      'a text to contain that is none',
      { customFields: { contact_custom_field_1: { contains: 5 } } },
      'filter.contact.customFields.contact_custom_field_1.contains',
      'must be a string, got number',
    ],
    [
      'hours for a custom field',
      { customFields: { contact_custom_field_1: { within: '1h' } } },
      'filter.contact.customFields.contact_custom_field_1.within',
      'must be a number of days or weeks, such as 30d or 8w, got "1h"',
    ],
    [
      'operators of different types of custom fields',
      { customFields: { contact_custom_field_1: { gt: 5, contains: 'x' } } },
      'filter.contact.customFields.contact_custom_field_1',
      'has operators that no type of field has together, or values of different types: gt, contains',
    ],
    ['no values', { firstName: { in: [] } }, 'filter.contact.firstName.in', 'must have 1 to 100 entries, got 0'],
    ['a NUL', { firstName: { eq: 'a\0' } }, 'filter.contact.firstName.eq', 'must not contain NUL'],
    [
      'nothing but white space',
      { firstName: { contains: ' \u00a0' } },
      'filter.contact.firstName.contains',
      'must not be blank',
    ],
  ])('with %s is refused, and the error has the path', (_, contact, field, message) => {
    expect(faultsOf(contact)).toContainEqual({ field, message: expect.stringContaining(message) })
  })

  test('is at most five levels deep', () => {
    const nested = (levels: number): object => (levels === 1 ? GROUPS : { not: nested(levels - 1) })
    expect(faultsOf(nested(5))).toEqual([])
    expect(faultsOf(nested(6))).toEqual([
      { field: 'filter.contact.not.not.not.not.not', message: 'is nested too deep: at most 5 levels are allowed' },
    ])
  })

  test('has at most fifty conditions, each field being one', () => {
    const all = (count: number) => ({ all: Array.from({ length: count }, () => ({ firstName: { eq: 'a', ne: 'b' } })) })
    expect(faultsOf(all(CONDITIONS_MAX))).toEqual([])
    expect(faultsOf({ any: [all(CONDITIONS_MAX), GROUPS] })).toEqual([
      { field: 'filter', message: 'must have at most 50 conditions, got 51' },
    ])
    const { length } = faultsOf(all(51))
    expect(length).toBe(1)
    const city = {
      address: { city: { eq: 'a' }, state: { eq: 'b' } },
      customFields: { contact_custom_field_1: { eq: 'c' } },
    }
    expect(countOf({ all: [city, { not: { groups: { ids: { in: ['grp_1'] } } } }] })).toBe(4)
  })

  test('counts lists without conditions, so that its size is limited', () => {
    const empty = (count: number) => ({ any: Array.from({ length: count }, () => ({ all: [] })) })
    expect(faultsOf({ any: [empty(25), { not: empty(25) }] })).toEqual([])
    expect(faultsOf({ any: [empty(25), { not: empty(26) }] })).toEqual([
      { field: 'filter', message: 'must have at most 50 conditions, got 51' },
    ])
  })

  test('is read from JSON text', () => {
    expect(parseFilterText(JSON.stringify({ contact: GROUPS }), 'filter')).toEqual({ contact: GROUPS })
    for (const text of ['{', '', '"x"', '[]', '{"contact":{"a":1}}', '{"contact":{"__proto__":{"eq":1}}}']) {
      expect(() => parseFilterText(text, 'filter')).toThrow(/filter/)
    }
  })

  test.each([
    ['', 'filter must be JSON such as {"contact":{"tz":{"eq":"America/Denver"}}}, got ""'],
    [
      'x'.repeat(60),
      `filter must be JSON such as {"contact":{"tz":{"eq":"America/Denver"}}}, got "${'x'.repeat(40)}…"`,
    ],
    ['null', 'filter must be an object, got null'],
    ['[]', 'filter must be an object, got array'],
    ['{}', 'filter.contact is missing: it must be an object'],
  ])('of the JSON text %j says what was received, and what was expected', (text, message) => {
    expect(() => parseFilterText(text, 'filter')).toThrow(message)
  })
})
