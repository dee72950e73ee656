import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { filterText, NO_GROUP, openFilters } from '../testing/fixtures/filter-fixture.js'
import { ANN, AS_POOR, BOB } from '../testing/fixtures/messaging-fixture.js'

const open = () => openFilters(inMemory({ now: new Date('2026-03-01T12:00:00.000Z') }))
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

describe('the list of contacts with a filter', () => {
  test.each<[object, ...string[]]>([
    [{ all: [] }, 'Ann', 'Bob', 'Cy'],
    [{ any: [] }],
    [{ firstName: { startsWith: 'A' } }, 'Ann'],
    [{ address: { city: { eq: 'ZURICH' } } }, 'Ann', 'Cy'],
    [{ address: { city: { ne: 'Denver' } } }, 'Ann', 'Cy'],
    [{ lastName: { ne: 'Lee' } }, 'Ann', 'Bob', 'Cy'],
    [{ lastName: { in: ['Lee'] } }],
    [{ birthDate: { exists: false } }, 'Bob', 'Cy'],
    [{ birthDate: { monthDay: 'today' } }, 'Ann'],
    [{ birthDate: { lt: '2000-01-01' } }, 'Ann'],
    [{ not: { birthDate: { lt: '2000-01-01' } } }, 'Bob', 'Cy'],
    [{ isFavorite: { eq: true } }, 'Cy'],
    [{ createdAt: { within: '1h' } }, 'Ann', 'Bob', 'Cy'],
    [{ groups: { joinedAt: { within: '1h' } } }, 'Ann', 'Bob'],
    [{ customFields: { contact_custom_field_1: { in: ['pro', 'free'] } } }, 'Ann', 'Bob'],
    [{ customFields: { contact_custom_field_6: { contains: 'tea' } } }, 'Bob'],
    [{ customFields: { contact_custom_field_7: { exists: false } } }],
    [{ lastSentAt: { exists: true } }],
    [{ any: [{ firstName: { eq: 'cy' } }, { customFields: { contact_custom_field_1: { eq: 'Pro' } } }] }, 'Ann', 'Cy'],
  ])('has only contacts for which %j holds', async (contact, ...names) => {
    expect(await fixture.found(contact)).toEqual(names)
  })

  test('has pages and totals of these alone, and other filters limit them further', async () => {
    const zurich = filterText({ address: { city: { eq: 'zürich' } } })
    const { body } = await fixture.api('GET', `/contacts?limit=1&filter=${zurich}`)
    expect(body).toMatchObject({ limit: 1, totalCount: 2 })
    expect(body.results).toHaveLength(1)
    expect(await fixture.found({ all: [] }, `group=${fixture.groups['VIP']}&name=bob`)).toEqual(['Bob'])
  })

  test('finds contacts by what was sent, received and clicked', async () => {
    await fixture.send({ to: ANN, body: 'Look: {{trackingLink "go.acme.com/sale"}}' })
    await fixture.textFrom(BOB, 'Hello')
    expect(await fixture.found({ lastSentAt: { within: '24h' } })).toEqual(['Ann'])
    expect(await fixture.found({ lastReceivedAt: { exists: true } })).toEqual(['Bob'])
    expect(await fixture.found({ not: { lastReceivedAt: { exists: true } } })).toEqual(['Ann', 'Cy'])
  })

  test('refuses groups that are malformed or unknown', async () => {
    const groups = (id: string) => `/contacts?filter=${filterText({ groups: { ids: { notIn: [id] } } })}`
    expect((await fixture.api('GET', groups('VIP'))).body.code).toBe(33034)
    expect((await fixture.api('GET', groups(NO_GROUP))).body.code).toBe(33031)
  })

  test('never has contacts of another account', async () => {
    await fixture.openPoor()
    const { body } = await fixture.api('GET', `/contacts?filter=${filterText({ all: [] })}`, AS_POOR)
    expect(body.totalCount).toBe(1)
  })
})

const ATTEMPTS = [
  `' or '1'='1`,
  `'; drop table contact; --`,
  `\\' or 1=1 --`,
  '%',
  '_',
  '%%%',
  '$1',
  ':name',
  '?',
  '??',
  '") or ("a"="a',
  '(?i).*',
  '{{contact_first_name}}',
  '__proto__',
]

test.each(ATTEMPTS)('the text %s finds nobody in any text field, and harms nothing', async (text) => {
  for (const operator of ['eq', 'contains', 'startsWith']) {
    for (const field of ['firstName', 'lastName', 'email'])
      expect(await fixture.found({ [field]: { [operator]: text } })).toEqual([])
    for (const field of ['city', 'state', 'postalCode', 'country'])
      expect(await fixture.found({ address: { [field]: { [operator]: text } } })).toEqual([])
    expect(await fixture.found({ customFields: { contact_custom_field_2: { [operator]: text } } })).toEqual([])
  }
  expect(await fixture.found({ firstName: { in: [text, text] } })).toEqual([])
  for (const contact of [
    { groups: { ids: { in: [text] } } },
    { segments: { ids: { in: [text] } } },
    { clicked: { link: text } },
  ])
    await expect(fixture.found(contact)).rejects.toThrow(/"code":33(034|404|400)/)
  expect(await fixture.found({ all: [] })).toEqual(['Ann', 'Bob', 'Cy'])
})
