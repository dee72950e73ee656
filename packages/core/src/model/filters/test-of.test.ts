import { describe, expect, test } from '@jest/globals'
import { aContact, aCustomField, ids, NOW } from '@carillon/contracts'
import type { Contact } from '../contacts/contact.js'
import type { CustomField } from '../contacts/custom-field.js'
import type { Condition } from './condition.js'
import { passes, type TestedContact } from './passes.js'
import { testOf, type FilterContext } from './test-of.js'

const account = ids.next('acc')
const [VIP, NEWS] = [ids.next('grp'), ids.next('grp')]
const KEY = 'contact_custom_field_1'
const CONTEXT: FilterContext = { fields: [], segments: new Map(), now: NOW, today: '2026-03-01' }

function finds(
  condition: Condition,
  given: Partial<Contact> & Partial<Omit<TestedContact, 'contact'>> = {},
  context: Partial<FilterContext> = {},
): boolean {
  const { memberships = [], lastSentAt = null, lastReceivedAt = null, clicks = [], ...contact } = given
  const tested = { contact: aContact({ account, ...contact }), memberships, lastSentAt, lastReceivedAt, clicks }
  return passes(tested, testOf(condition, { ...CONTEXT, ...context }))
}

function withField(given: Partial<CustomField>): Partial<FilterContext> {
  return { fields: [aCustomField({ account, key: KEY, options: [], ...given })] }
}

const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

describe('a condition', () => {
  test('on a text ignores case, accents, and white space around it', () => {
    expect(finds({ firstName: { eq: 'ZOE' } }, { firstName: ' Zoë ' })).toBe(true)
    expect(finds({ firstName: { in: ['x', 'zoë'] } }, { firstName: 'Zoe' })).toBe(true)
    expect(finds({ firstName: { contains: 'OË' } }, { firstName: 'zoe' })).toBe(true)
    expect(finds({ firstName: { startsWith: 'oe' } }, { firstName: 'zoe' })).toBe(false)
  })

  test('on a missing value holds only if it excludes values, or asks for none', () => {
    for (const operators of [{ eq: 'a' }, { in: ['a'] }, { contains: 'a' }, { startsWith: 'a' }, { exists: true }]) {
      expect(finds({ firstName: operators })).toBe(false)
    }
    for (const operators of [{ ne: 'a' }, { notIn: ['a'] }, { exists: false }]) {
      expect(finds({ firstName: operators })).toBe(true)
    }
  })

  test('with several operators or fields holds if all of them do', () => {
    const contact = { firstName: 'Ann', lastName: 'Lee' }
    expect(finds({ firstName: { startsWith: 'A', ne: 'Bob' }, lastName: { eq: 'lee' } }, contact)).toBe(true)
    expect(finds({ firstName: { startsWith: 'A', ne: 'Ann' }, lastName: { eq: 'lee' } }, contact)).toBe(false)
  })

  test('without parts holds for everybody with `all`, and for nobody with `any`', () => {
    expect([finds({ all: [] }), finds({ any: [] }), finds({ not: { any: [] } })]).toEqual([true, false, true])
  })

  test('on groups asks one active membership for the group and the time of joining', () => {
    const memberships = [
      { group: VIP, since: ago(40) },
      { group: NEWS, since: ago(2) },
    ]
    expect(finds({ groups: { ids: { in: [VIP] }, joinedAt: { within: '30d' } } }, { memberships })).toBe(false)
    expect(finds({ groups: { ids: { in: [VIP, NEWS] }, joinedAt: { within: '30d' } } }, { memberships })).toBe(true)
    expect(finds({ groups: { joinedAt: { olderThan: '30d' } } }, { memberships })).toBe(true)
    expect(finds({ groups: { ids: { notIn: [NEWS] } } }, { memberships })).toBe(false)
    expect(finds({ groups: { ids: { notIn: [NEWS] } } })).toBe(true)
  })

  test('on a time in the past includes its bound within, and excludes it beyond', () => {
    const created = (condition: Condition) => finds(condition, { createdAt: ago(30) })
    expect(created({ createdAt: { within: '30d' } })).toBe(true)
    expect(created({ createdAt: { olderThan: '30d' } })).toBe(false)
    expect(created({ createdAt: { gt: ago(30).toISOString() } })).toBe(false)
    expect(created({ createdAt: { gte: ago(30).toISOString() } })).toBe(true)
  })

  test('on the last message holds for nobody who never got one, unless it asks for that', () => {
    expect(finds({ lastSentAt: { olderThan: '1d' } })).toBe(false)
    expect(finds({ lastSentAt: { olderThan: '1d' } }, { lastSentAt: ago(2) })).toBe(true)
    expect(finds({ lastReceivedAt: { exists: false } }, { lastSentAt: ago(2) })).toBe(true)
  })

  test('on clicks asks for the link and the time of its last click', () => {
    const clicks = [{ link: 'go.example.com/a', at: ago(10) }]
    expect(finds({ clicked: { link: 'go.example.com/a' } }, { clicks })).toBe(true)
    expect(finds({ clicked: { link: 'go.example.com/a', within: '9d' } }, { clicks })).toBe(false)
    expect(finds({ clicked: { link: 'go.example.com/b' } }, { clicks })).toBe(false)
  })

  test('on a date within a time includes today and the first day, and no later date', () => {
    const born = (birthDate: string) => finds({ birthDate: { within: '30d' } }, { birthDate })
    expect(['2026-01-29', '2026-01-30', '2026-03-01', '2026-03-02'].map(born)).toEqual([false, true, true, false])
  })

  test.each([
    ['2026-02-28', ['1990-02-28', '1992-02-29']],
    ['2028-02-28', ['1990-02-28']],
    ['2028-02-29', ['1992-02-29']],
    ['2026-03-01', ['1990-03-01']],
  ])(
    'on the day of today is, on %s, about birthdays of that day; those of 29 February have theirs on the 28th',
    (today, expected) => {
      const dates = ['1990-02-28', '1992-02-29', '1990-03-01']
      const isToday = (birthDate: string) => finds({ birthDate: { monthDay: 'today' } }, { birthDate }, { today })
      expect(dates.filter(isToday)).toEqual(expected)
    },
  )

  test.each<[string, Partial<FilterContext>]>([
    ['disabled', withField({ type: 'TEXT', status: 'disabled' })],
    ['deleted', {}],
    ['of another type by now', withField({ type: 'BOOLEAN' })],
  ])('on a custom field that is %s holds for nobody, whatever it asks', (_, context) => {
    const contact = { customValues: { [KEY]: 'a' } }
    for (const operators of [{ eq: 'a' }, { ne: 'b' }, { contains: 'a' }]) {
      expect(finds({ customFields: { [KEY]: operators } }, contact, context)).toBe(false)
    }
  })

  test('on options compares folded, and does not see options that were removed', () => {
    const one = withField({ type: 'SINGLE_SELECT', options: ['Größe L', 'b'] })
    const value = (option: string) => ({ customValues: { [KEY]: option } })
    expect(finds({ customFields: { [KEY]: { eq: 'GROSSE L' } } }, value('Größe L'), one)).toBe(false)
    expect(finds({ customFields: { [KEY]: { eq: 'größe l' } } }, value('Größe L'), one)).toBe(true)
    expect(finds({ customFields: { [KEY]: { exists: true } } }, value('removed'), one)).toBe(false)
    expect(finds({ customFields: { [KEY]: { ne: 'b' } } }, value('removed'), one)).toBe(true)
    const many = withField({ type: 'MULTI_SELECT', options: ['a', 'b'] })
    const values = { customValues: { [KEY]: ['a', 'removed'] } }
    expect(finds({ customFields: { [KEY]: { contains: 'A' } } }, values, many)).toBe(true)
    expect(finds({ customFields: { [KEY]: { in: ['b', 'removed'] } } }, values, many)).toBe(false)
    expect(finds({ customFields: { [KEY]: { notIn: ['b'] } } }, values, many)).toBe(true)
  })

  test('on numbers and flags compares values of their type only', () => {
    const number = withField({ type: 'NUMBER' })
    expect(finds({ customFields: { [KEY]: { gte: 5, lt: 6 } } }, { customValues: { [KEY]: 5 } }, number)).toBe(true)
    expect(finds({ customFields: { [KEY]: { gte: 5 } } }, { customValues: { [KEY]: '7' } }, number)).toBe(false)
    expect(finds({ customFields: { [KEY]: { eq: false } } }, {}, withField({ type: 'BOOLEAN' }))).toBe(false)
    expect(finds({ isFavorite: { ne: true } })).toBe(true)
  })

  test('on segments holds for those in any of them; nobody is in a segment that was removed', () => {
    const [anns, bobs, gone] = [ids.next('seg'), ids.next('seg'), ids.next('seg')]
    const segments = new Map<typeof anns, Condition>([
      [anns, { firstName: { eq: 'Ann' } }],
      [bobs, { any: [{ firstName: { eq: 'Bob' } }, { segments: { ids: { in: [anns] } } }] }],
    ])
    const inAny = (...named: readonly (typeof anns)[]) => ({ segments: { ids: { in: named } } })
    expect(finds(inAny(bobs, gone), { firstName: 'Ann' }, { segments })).toBe(true)
    expect(finds(inAny(gone), { firstName: 'Ann' }, { segments })).toBe(false)
    expect(finds(inAny(bobs), { firstName: 'Cat' }, { segments })).toBe(false)
  })
})
