import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { filterText, openFilters } from '../testing/fixtures/filter-fixture.js'
import { FROM } from '../testing/fixtures/messaging-fixture.js'
import { TIMETABLE } from '../testing/samples.js'

let fixture: Awaited<ReturnType<typeof openFilters>>

beforeEach(async () => {
  fixture = await openFilters(inMemory())
})

/** Every request that has a filter, and the path of the filter in its faults. */
const REQUESTS: readonly [what: string, at: string, ask: (contact: unknown) => Promise<{ body: Faulty }>][] = [
  ['a segment', 'filter', (contact) => fixture.create(contact)],
  ['the list of contacts', 'filter', (contact) => fixture.api('GET', `/contacts?filter=${filterText(contact)}`)],
  [
    'the export of contacts',
    'filter',
    (contact) => fixture.admin('GET', `/accounts/Acme/contacts/export?filter=${filterText(contact)}`),
  ],
  ['a broadcast', 'audience.filter', (contact) => fixture.broadcast(contact)],
  [
    'the preview of a broadcast',
    'request.audience.filter',
    (contact) => preview('broadcast', { audience: { filter: { contact } }, from: FROM, body: 'Hi' }),
  ],
  [
    'a schedule',
    'audience.filter',
    (contact) =>
      fixture.api('POST', '/messaging/broadcast/schedules', {
        body: { audience: { filter: { contact } }, from: FROM, body: 'Hi', schedule: TIMETABLE },
      }),
  ],
  [
    'the preview of a schedule',
    'request.audience.filter',
    (contact) =>
      preview('schedule', { audience: { filter: { contact } }, from: FROM, body: 'Hi', schedule: TIMETABLE }),
  ],
]

type Faulty = { code: number; details?: { fields: { field: string; message: string }[] } }

const preview = (kind: string, request: object) =>
  fixture.api('POST', '/messaging/preview', { body: { kind, request } })

const deep = (levels: number): unknown => (levels === 1 ? { tz: { exists: true } } : { not: deep(levels - 1) })
const many = (count: number) => ({ any: Array.from({ length: count }, () => ({ isFavorite: { eq: true } })) })
const values = (count: number) => ({ firstName: { in: Array.from({ length: count }, (_, i) => `Name ${i}`) } })

/** What breaks a rule, and where. */
const FAULTS: readonly [rule: string, contact: unknown, field: string][] = [
  ['an unknown field', { nickname: { eq: 'Ann' } }, '.contact.nickname'],
  ['the phone number', { phoneNumber: { eq: '+12025550123' } }, '.contact.phoneNumber'],
  ['an unknown operator', { firstName: { like: 'A%' } }, '.contact.firstName.like'],
  ['an operator of another type', { birthDate: { contains: '19' } }, '.contact.birthDate.contains'],
  ['a value of another type', { firstName: { eq: 1 } }, '.contact.firstName.eq'],
  ['a value of another type in a list', { tz: { in: ['America/Denver', 'Denver'] } }, '.contact.tz.in[1]'],
  ['a condition that is no object', { firstName: 'Ann' }, '.contact.firstName'],
  ['a filter that is a list', [], '.contact'],
  ['no condition', {}, '.contact'],
  ['a field without operators', { any: [{ email: {} }] }, '.contact.any[0].email'],
  ['all beside a field', { all: [], tz: { exists: true } }, '.contact'],
  ['a calendar date that does not exist', { birthDate: { gt: '2023-02-29' } }, '.contact.birthDate.gt'],
  ['a day that no year has', { birthDate: { monthDay: '02-30' } }, '.contact.birthDate.monthDay'],
  ['a duration of another form', { lastSentAt: { within: '1 month' } }, '.contact.lastSentAt.within'],
  ['a time without an offset', { createdAt: { lt: '2026-03-01T12:00:00' } }, '.contact.createdAt.lt'],
  ['6 levels', deep(6), '.contact.not.not.not.not.not'],
  ['51 conditions', { all: [many(50), { tz: { exists: true } }] }, ''],
  ['101 values', values(101), '.contact.firstName.in'],
  ['an unregistered link', { clicked: { link: 'go.acme.com/other' } }, '.contact.clicked.link'],
  [
    'an operator that the type of a custom field lacks',
    { customFields: { contact_custom_field_3: { contains: '4' } } },
    '.contact.customFields.contact_custom_field_3.contains',
  ],
  [
    'an option that a custom field lacks',
    { customFields: { contact_custom_field_1: { in: ['Pro', 'Gold'] } } },
    '.contact.customFields.contact_custom_field_1.in[1]',
  ],
  ['a NUL', { firstName: { contains: 'a\u0000' } }, '.contact.firstName.contains'],
]

describe.each(REQUESTS)('the filter of %s', (_, at, ask) => {
  test('is refused with the path of its fault', async () => {
    for (const [rule, contact, field] of FAULTS) {
      const { body } = await ask(contact)
      expect([rule, body.code, body.details?.fields[0]?.field]).toEqual([rule, 33400, at + field])
    }
  })
})

test('a filter may be as large as the limits say', async () => {
  for (const [i, contact] of [deep(5), many(50), values(100)].entries())
    expect((await fixture.create(contact, `Segment ${i}`)).status).toBe(201)
})

test('every fault is told at once', async () => {
  const { body } = await fixture.create({ any: [{ firstName: { eq: 1 } }, { tz: { eq: 'Denver' } }, { size: {} }] })
  expect(body.details.fields.map(({ field }: { field: string }) => field)).toEqual([
    'filter.contact.any[0].firstName.eq',
    'filter.contact.any[1].tz.eq',
    'filter.contact.any[2].size',
  ])
})

test.each(['', '{', 'null', '[]', '"x"', '{"contact":{"all":[]}', '%7B', '{"contact":{"all":[]},"other":1}'])(
  'the filter %s in a query is refused',
  async (text) => {
    for (const ask of [
      () => fixture.api('GET', `/contacts?filter=${encodeURIComponent(text)}`),
      () => fixture.admin('GET', `/accounts/Acme/contacts/export?filter=${encodeURIComponent(text)}`),
    ]) {
      const { status, body } = await ask()
      expect([status, body.code, body.details.fields[0].field]).toEqual([
        400,
        33400,
        text.includes('other') ? 'filter.other' : 'filter',
      ])
    }
  },
)

test.each(['', 'null', '[]', '{}'])('the filter %j finds nobody, and never everybody', async (text) => {
  for (const { status } of [
    await fixture.api('GET', `/contacts?filter=${text}`),
    await fixture.admin('GET', `/accounts/Acme/contacts/export?filter=${text}`),
  ])
    expect(status).toBe(400)
  expect((await fixture.api('GET', '/contacts?name=')).body.totalCount).toBe(3)
})

test('a filter is given at most once', async () => {
  const twice = `filter=${filterText({ all: [] })}&filter=${filterText({ all: [] })}`
  expect((await fixture.api('GET', `/contacts?${twice}`)).body.details.fields[0].field).toBe('filter')
})
