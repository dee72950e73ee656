import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, PROFILE } from '../testing/samples.js'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let api: TestApi['api']

beforeEach(async () => {
  const fixture = await openTestApi(inMemory())
  api = fixture.api
  await applyAcme(fixture)
})

describe('create', () => {
  test('returns 201 with the contact', async () => {
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

  test('accepts an empty body, and a missing one', async () => {
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

  test('treats null and an empty string as not set', async () => {
    const nothing = { firstName: null, lastName: '', email: '', birthDate: null, gender: '', isFavorite: null }
    const body = { ...nothing, address: { street: '', city: null }, customFields: { Plan: null, Note: '' } }
    const created = await api('POST', ANN, { body })
    expect(created.status).toBe(201)
    for (const field of ['firstName', 'lastName', 'email', 'birthDate', 'gender', 'address']) {
      expect(created.body).not.toHaveProperty(field)
    }
    expect(created.body).toMatchObject({ isFavorite: false, customFields: {} })
  })

  test('omits tz if it cannot be derived', async () => {
    expect((await api('POST', '/contacts/by-phone/+442079460000')).body).not.toHaveProperty('tz')
  })

  test('refuses a second contact with the same number with 409 and 33037, and does not change the first', async () => {
    await api('POST', ANN, { body: { firstName: 'Ann' } })
    const second = await api('POST', ANN, { body: { firstName: 'Bob' } })
    expect(second).toMatchObject({ status: 409, body: { code: 33037, status: 409 } })
    expect((await api('GET', ANN)).body.firstName).toBe('Ann')
  })

  test('accepts names of at most 40 characters, and counts an emoji as one', async () => {
    expect((await api('POST', ANN, { body: { firstName: '🔔'.repeat(40) } })).status).toBe(201)
    const longer = await api('POST', '/contacts/by-phone/+12025550124', { body: { lastName: '🔔'.repeat(41) } })
    expect(longer).toMatchObject({
      status: 400,
      body: {
        code: 33400,
        details: { fields: [{ field: 'lastName', message: 'must have at most 40 characters, got 41' }] },
      },
    })
  })

  test('reports all faults at once', async () => {
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
        'birthDate must be a calendar date as YYYY-MM-DD',
        'gender must be one of MALE, FEMALE, OTHER, got "male"',
        'isFavorite must be true or false, got string',
        'customFields must be an object, got array',
        'address.country must be an ISO 3166-1 alpha-2 country code, such as US',
        'address.zip is not a known property',
        'address.city must be a string, got number',
      ].sort(),
    )
    expect((await api('GET', ANN)).status).toBe(404)
  })

  test('refuses phoneNumber and tz in the body with 400 and the reason', async () => {
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
  ])('refuses the custom field %s if its value is %j, with 33033 and the reason %s', async (label, value, reason) => {
    const { status, body } = await api('POST', ANN, { body: { customFields: { [label]: value } } })
    expect([status, body.code, body.details]).toEqual([400, 33033, { label, reason }])
    expect((await api('GET', ANN)).status).toBe(404)
  })

  test('ignores the case of labels and white space around them, and refuses duplicates with 33033', async () => {
    const twice = await api('POST', ANN, { body: { customFields: { plan: 'Pro', ' PLAN ': 'Free' } } })
    expect(twice.body.details).toEqual({ label: 'Plan', reason: 'duplicate_label_input' })
    const once = await api('POST', ANN, { body: { customFields: { ' pLaN ': 'Pro' } } })
    expect(once.body.customFields).toEqual({ Plan: 'Pro' })
  })
})
