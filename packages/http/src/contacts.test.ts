import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from './testing/test-api.js'

const ANN = '/contacts/by-phone/+12025550123'

let house: TestApi
let api: TestApi['api']
let groups: Record<string, string>

beforeEach(async () => {
  house = await openTestApi(inMemory())
  api = house.api
  groups = await applyAcme(house)
})

const PROFILE = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  birthDate: '1990-02-28',
  gender: 'FEMALE',
  address: { street: '1 Main St', city: 'Denver', state: 'CO', postalCode: '80202', country: 'us' },
  isFavorite: true,
  customFields: { Plan: 'Pro', Note: 'x', Age: 41.5, Member: false, Since: '2020-02-29', Likes: ['Tea', 'Ale'] },
}

describe('create', () => {
  test('answers 201 with the contact', async () => {
    const { status, body } = await api('POST', ANN, { body: PROFILE })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...PROFILE,
      id: expect.stringMatching(/^con_[0-9a-z]{26}$/),
      phoneNumber: '+12025550123',
      address: { ...PROFILE.address, country: 'US' },
      tz: 'America/Denver',
      groups: [],
      pendingGroups: [],
      createdAt: '2026-03-01T12:00:00.000Z',
    })
  })

  test('takes a body with nothing in it, and none at all', async () => {
    const bare = {
      id: expect.anything(),
      tz: 'America/New_York',
      isFavorite: false,
      customFields: {},
      groups: [],
      pendingGroups: [],
      createdAt: expect.anything(),
    }
    expect((await api('POST', ANN, { body: {} })).body).toEqual({ ...bare, phoneNumber: '+12025550123' })
    const none = await api('POST', '/contacts/by-phone/%2B12025550124')
    expect(none.status).toBe(201)
    expect(none.body).toEqual({ ...bare, phoneNumber: '+12025550124' })
  })

  test('null and an empty string mean not set', async () => {
    const nothing = { firstName: null, lastName: '', email: '', birthDate: null, gender: '', isFavorite: null }
    const body = { ...nothing, address: { street: '', city: null }, customFields: { Plan: null, Note: '' } }
    const created = await api('POST', ANN, { body })
    expect(created.status).toBe(201)
    for (const field of ['firstName', 'lastName', 'email', 'birthDate', 'gender', 'address']) {
      expect(created.body).not.toHaveProperty(field)
    }
    expect(created.body).toMatchObject({ isFavorite: false, customFields: {} })
  })

  test('tz is absent when it cannot be derived', async () => {
    expect((await api('POST', '/contacts/by-phone/+442079460000')).body).not.toHaveProperty('tz')
  })

  test('a second contact at the number is 409 with 33037, and the first is not changed', async () => {
    await api('POST', ANN, { body: { firstName: 'Ann' } })
    const second = await api('POST', ANN, { body: { firstName: 'Bob' } })
    expect(second).toMatchObject({ status: 409, body: { code: 33037, status: 409 } })
    expect((await api('GET', ANN)).body.firstName).toBe('Ann')
  })

  test('names have at most 40 characters, and an emoji is one', async () => {
    expect((await api('POST', ANN, { body: { firstName: '🔔'.repeat(40) } })).status).toBe(201)
    const longer = await api('POST', '/contacts/by-phone/+12025550124', { body: { lastName: '🔔'.repeat(41) } })
    expect(longer).toMatchObject({
      status: 400,
      body: { code: 33400, details: { fields: [{ field: 'lastName', message: 'must have at most 40 characters' }] } },
    })
  })

  test('all that is wrong is told at once', async () => {
    const body = {
      firstName: 5,
      lastName: ['x'],
      email: 'no address',
      birthDate: '2021-02-29',
      gender: 'male',
      isFavorite: 'yes',
      address: { country: 'XX', zip: '1', city: 1 },
      customFields: [],
      nickname: 'x',
    }
    const { status, body: problem } = await api('POST', ANN, { body })
    expect(status).toBe(400)
    expect(problem.message).toBe('nickname is not a known property, and 10 more')
    const faults = problem.details.fields.map(({ field, message }: Record<string, string>) => `${field} ${message}`)
    expect(faults.sort()).toEqual(
      [
        'nickname is not a known property',
        'firstName must be a string, got number',
        'lastName must be a string, got array',
        'email must be an email address of at most 254 characters',
        'birthDate must be a day of the calendar as YYYY-MM-DD',
        'gender must be one of MALE, FEMALE, OTHER',
        'isFavorite must be true or false, got string',
        'customFields must be an object, got array',
        'address.country must be an ISO 3166-1 alpha-2 country code, such as US',
        'address.zip is not a known property',
        'address.city must be a string, got number',
      ].sort(),
    )
    expect((await api('GET', ANN)).status).toBe(404)
  })

  test('phoneNumber and tz in the body are 400, each with the reason', async () => {
    for (const field of ['phoneNumber', 'tz'] as const) {
      for (const method of ['POST', 'PATCH']) {
        for (const value of ['+12025550123', null]) {
          const { status, body } = await api(method, ANN, { body: { [field]: value } })
          expect([status, body.code, body.details.fields[0].field]).toEqual([400, 33400, field])
          expect(body.message).toMatch(field === 'tz' ? /derived/ : /path/)
        }
      }
    }
  })

  test.each([
    ['Colour', 'red', 'unknown_label'],
    ['Old', 'x', 'unknown_label'],
    ['Plan', 5, 'type_mismatch'],
    ['Plan', 'pro', 'unknown_option'],
    ['Likes', ['Tea', 'Tea'], 'duplicate_option'],
    ['Since', '1.1.2020', 'invalid_date_format'],
    ['Since', '2021-02-29', 'invalid_calendar_date'],
    ['Note', 'x'.repeat(501), 'length_exceeded'],
    ['Age', '41', 'type_mismatch'],
  ])('custom field %s with %j is 33033 with the reason %s', async (label, value, reason) => {
    const { status, body } = await api('POST', ANN, { body: { customFields: { [label]: value } } })
    expect([status, body.code, body.details]).toEqual([400, 33033, { label, reason }])
    expect((await api('GET', ANN)).status).toBe(404)
  })

  test('labels match in any case and white space, answers use the canonical one, and twice is 33033', async () => {
    const twice = await api('POST', ANN, { body: { customFields: { plan: 'Pro', ' PLAN ': 'Free' } } })
    expect(twice.body.details).toEqual({ label: 'Plan', reason: 'duplicate_label_input' })
    const once = await api('POST', ANN, { body: { customFields: { ' pLaN ': 'Pro' } } })
    expect(once.body.customFields).toEqual({ Plan: 'Pro' })
  })
})

describe('read', () => {
  test('answers the contact, whether the + is written as such or as %2B', async () => {
    const { body } = await api('POST', ANN, { body: PROFILE })
    for (const path of [ANN, '/contacts/by-phone/%2B12025550123']) {
      const read = await api('GET', path)
      expect([read.status, read.body]).toEqual([200, body])
    }
  })

  test('a missing contact is 404 with 33030', async () => {
    expect(await api('GET', ANN)).toMatchObject({ status: 404, body: { code: 33030 } })
  })

  test('HEAD answers as GET does, without the body', async () => {
    await api('POST', ANN)
    expect(await api('HEAD', ANN)).toMatchObject({ status: 200, text: '' })
    expect((await api('HEAD', '/contacts/by-phone/+12025550124')).status).toBe(404)
  })

  test('the contact of another account does not exist', async () => {
    await api('POST', ANN)
    const key = { id: 'key_other', secret: 'the-secret-of-other' }
    await house.admin('POST', '/apply', { body: { account: { name: 'Other', apiKeys: [key] } } })
    const { authorization } = { authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}` }
    expect((await api('GET', ANN, { headers: { authorization } })).body.code).toBe(33030)
    expect((await api('GET', '/contacts', { headers: { authorization } })).body.totalCount).toBe(0)
    const group = `/groups/${groups['VIP']}`
    expect((await api('GET', group, { headers: { authorization } })).body.code).toBe(33031)
  })
})

describe('update', () => {
  beforeEach(async () => {
    await api('POST', ANN, { body: PROFILE })
  })

  test('absent fields stay, values are set, null and an empty string clear', async () => {
    const body = { firstName: 'Anna', lastName: null, email: '', isFavorite: null }
    const { status, body: contact } = await api('PATCH', ANN, { body })
    expect(status).toBe(200)
    expect(contact).toMatchObject({ firstName: 'Anna', birthDate: '1990-02-28', isFavorite: false })
    expect(contact).not.toHaveProperty('lastName')
    expect(contact).not.toHaveProperty('email')
    expect((await api('GET', ANN)).body).toEqual(contact)
  })

  test('an empty body, and none, changes nothing', async () => {
    const { body: before } = await api('GET', ANN)
    for (const options of [{ body: {} }, {}]) expect((await api('PATCH', ANN, options)).body).toEqual(before)
  })

  test('address merges by sub-field, and null clears it; tz follows', async () => {
    const changed = await api('PATCH', ANN, { body: { address: { city: 'Miami', postalCode: '33101', state: '' } } })
    expect(changed.body.address).toEqual({ street: '1 Main St', city: 'Miami', postalCode: '33101', country: 'US' })
    expect(changed.body.tz).toBe('America/New_York')
    const cleared = await api('PATCH', ANN, { body: { address: null } })
    expect(cleared.body).not.toHaveProperty('address')
  })

  test('customFields merge by label, null clears one or all', async () => {
    const changed = await api('PATCH', ANN, { body: { customFields: { plan: 'Free', note: null, likes: [] } } })
    expect(changed.body.customFields).toEqual({ Plan: 'Free', Age: 41.5, Member: false, Since: '2020-02-29' })
    const cleared = await api('PATCH', ANN, { body: { customFields: null } })
    expect(cleared.body.customFields).toEqual({})
  })

  test('takes application/merge-patch+json too, which create does not', async () => {
    const merge = { raw: '{"firstName":"Anna"}', headers: { 'content-type': 'application/merge-patch+json' } }
    expect((await api('PATCH', ANN, merge)).body.firstName).toBe('Anna')
    expect((await api('POST', '/contacts/by-phone/+12025550124', merge)).body.code).toBe(33415)
  })

  test('memberships are never touched', async () => {
    await api('POST', `${ANN}/groups/${groups['VIP']}`)
    const { body } = await api('PATCH', ANN, { body: { firstName: 'Anna' } })
    expect(body.groups).toHaveLength(1)
    expect((await api('PATCH', ANN, { body: { groups: [] } })).body.code).toBe(33400)
  })

  test('a missing contact is 404 with 33030', async () => {
    const missing = await api('PATCH', '/contacts/by-phone/+12025550124', { body: {} })
    expect(missing).toMatchObject({ status: 404, body: { code: 33030 } })
  })

  test('a field that is hidden reads absent and is unknown to writes; its value waits', async () => {
    const [note] = [{ key: 'contact_custom_field_2', label: 'Note', type: 'TEXT' }]
    await applyAcme(house, { customFields: [{ ...note, status: 'disabled' }] })
    expect((await api('GET', ANN)).body.customFields).not.toHaveProperty('Note')
    expect((await api('PATCH', ANN, { body: { customFields: { Note: 'y' } } })).body.details.reason).toBe(
      'unknown_label',
    )
    await applyAcme(house, { customFields: [{ ...note, status: 'active' }] })
    expect((await api('GET', ANN)).body.customFields.Note).toBe('x')
  })

  test('a label may be named __proto__ and hold its own value', async () => {
    await applyAcme(house, { customFields: [{ key: 'contact_custom_field_2', label: '__proto__', type: 'TEXT' }] })
    const raw = '{"customFields":{"__proto__":"mine"}}'
    const patched = await api('PATCH', ANN, { raw, headers: { 'content-type': 'application/json' } })
    expect(patched.status).toBe(200)
    expect(Object.entries(patched.body.customFields)).toContainEqual(['__proto__', 'mine'])
  })
})

describe('a phone number that is none is 400 with 33003', () => {
  test.each([
    'x',
    '12025550123',
    '+1202555012',
    '+0012025550123',
    '+112025550100',
    '+4407400123456',
    '+1%202025550123',
    '%20+12025550123',
    '+12025550123%00',
    '%252B12025550123',
    '+12025550123%2F',
    '+12025550123%zz',
    '%',
    '%ff',
    '%C0%80',
    `+${'1'.repeat(500)}`,
    '__proto__',
    '+1%EF%BC%92025550123',
  ])('%s', async (phone) => {
    for (const [method, path] of [
      ['POST', ''],
      ['GET', ''],
      ['PATCH', ''],
      ['GET', '/consent'],
      ['POST', `/groups/${groups['VIP']}`],
      ['DELETE', `/groups/${groups['VIP']}`],
    ] as const) {
      const { status, body, headers } = await api(method, `/contacts/by-phone/${phone}${path}`)
      expect([status, body.code, headers.has('ratelimit-limit')]).toEqual([400, 33003, true])
    }
    expect((await api('GET', '/contacts')).body.totalCount).toBe(0)
  })
})

describe('list', () => {
  beforeEach(async () => {
    for (const [i, name] of ['Ann Lee', 'Bob Leeds', 'Cy Young'].entries()) {
      const [firstName, lastName] = name.split(' ')
      await api('POST', `/contacts/by-phone/+1202555012${i}`, { body: { firstName, lastName } })
    }
    await api('POST', `/contacts/by-phone/+12025550121/groups/${groups['VIP']}`)
  })

  const namesOf = ({ body }: { body: { results: { firstName: string }[] } }) =>
    body.results.map(({ firstName }) => firstName)

  test('newest first, in pages', async () => {
    const first = await api('GET', '/contacts?limit=2')
    expect(first.body).toMatchObject({ page: 1, limit: 2, totalCount: 3 })
    expect(namesOf(first)).toEqual(['Cy', 'Bob'])
    expect(namesOf(await api('GET', '/contacts?limit=2&page=2'))).toEqual(['Ann'])
    expect(namesOf(await api('GET', '/contacts?limit=2&page=3'))).toEqual([])
  })

  test('by group, by the beginning of the number, and by part of the name', async () => {
    expect(namesOf(await api('GET', `/contacts?group=${groups['VIP']}`))).toEqual(['Bob'])
    for (const prefix of ['%2B12025550122', '+12025550122', '12025550122']) {
      expect(namesOf(await api('GET', `/contacts?phoneNumber=${prefix}`))).toEqual(['Cy'])
    }
    expect(namesOf(await api('GET', '/contacts?name=LEE'))).toEqual(['Bob', 'Ann'])
    expect(namesOf(await api('GET', '/contacts?name=n+l'))).toEqual(['Ann'])
    expect(namesOf(await api('GET', '/contacts?name=&phoneNumber=&group='))).toHaveLength(3)
  })

  test('a query that cannot be meant is 400', async () => {
    const bad = ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1000001', 'limit=0', 'limit=', 'page=1&page=2']
    const worse = ['phoneNumber=abc', 'name=%00', `name=${'x'.repeat(201)}`, 'name=a&name=b', 'page=%31%00', 'page=1e2']
    for (const query of [...bad, ...worse]) {
      const { status, body } = await api('GET', `/contacts?${query}`)
      expect([query, status, body.code]).toEqual([query, 400, 33400])
      expect(body.details.fields[0].field).toBe(query.split('=')[0])
    }
    expect((await api('GET', '/contacts?group=vip')).body.code).toBe(33034)
    expect((await api('GET', `/contacts?group=grp_${'0'.repeat(26)}`)).body.code).toBe(33031)
  })
})

describe('consent', () => {
  test('tells the state and how it came to be', async () => {
    await api('POST', ANN)
    expect((await api('GET', `${ANN}/consent`)).body).toEqual({
      state: 'none',
      groups: [],
      pendingGroups: [],
      providerOptOuts: [],
      log: [],
    })
    await api('POST', `${ANN}/groups/${groups['VIP']}`)
    const { body } = await api('GET', `${ANN}/consent`)
    expect(body).toMatchObject({ state: 'opted_in', groups: [{ name: 'VIP' }] })
    expect(body.log).toEqual([
      {
        id: expect.stringMatching(/^log_/),
        at: '2026-03-01T12:00:00.000Z',
        action: 'OPT_IN',
        reason: 'DIRECT',
        by: 'API',
        group: { id: groups['VIP'], name: 'VIP' },
      },
    ])
  })

  test('is told also for a number without a contact', async () => {
    expect(await api('GET', `${ANN}/consent`)).toMatchObject({ status: 200, body: { state: 'none', log: [] } })
  })
})
