import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, PROFILE } from '../testing/samples.js'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let api: TestApi['api']
let groups: Record<string, string>

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  api = fixture.api
  groups = await applyAcme(fixture)
})

describe('update', () => {
  beforeEach(async () => {
    await api('POST', ANN, { body: PROFILE })
  })

  test('keeps absent fields, sets values, and clears with null or an empty string', async () => {
    const body = { firstName: 'Anna', lastName: null, email: '', isFavorite: null }
    const { status, body: contact } = await api('PATCH', ANN, { body })
    expect(status).toBe(200)
    expect(contact).toMatchObject({ firstName: 'Anna', birthDate: '1990-02-28', isFavorite: false })
    expect(contact).not.toHaveProperty('lastName')
    expect(contact).not.toHaveProperty('email')
    expect((await api('GET', ANN)).body).toEqual(contact)
  })

  test('changes nothing if the body is empty or missing', async () => {
    const { body: before } = await api('GET', ANN)
    for (const options of [{ body: {} }, {}]) expect((await api('PATCH', ANN, options)).body).toEqual(before)
  })

  test('merges the address by sub-field or clears it with null, and derives tz again', async () => {
    const changed = await api('PATCH', ANN, { body: { address: { city: 'Miami', postalCode: '33101', state: '' } } })
    expect(changed.body.address).toEqual({ street: '1 Main St', city: 'Miami', postalCode: '33101', country: 'US' })
    expect(changed.body.tz).toBe('America/New_York')
    const cleared = await api('PATCH', ANN, { body: { address: null } })
    expect(cleared.body).not.toHaveProperty('address')
  })

  test('merges customFields by label; null clears one field or all', async () => {
    const changed = await api('PATCH', ANN, { body: { customFields: { plan: 'Free', note: null, likes: [] } } })
    expect(changed.body.customFields).toEqual({ Plan: 'Free', Age: 41.5, Member: false, Since: '2020-02-29' })
    const cleared = await api('PATCH', ANN, { body: { customFields: null } })
    expect(cleared.body.customFields).toEqual({})
  })

  test('accepts application/merge-patch+json, which create does not', async () => {
    const merge = { raw: '{"firstName":"Anna"}', headers: { 'content-type': 'application/merge-patch+json' } }
    expect((await api('PATCH', ANN, merge)).body.firstName).toBe('Anna')
    expect((await api('POST', '/contacts/by-phone/+12025550124', merge)).body.code).toBe(33415)
  })

  test('never changes memberships', async () => {
    await api('POST', `${ANN}/groups/${groups['VIP']}`)
    const { body } = await api('PATCH', ANN, { body: { firstName: 'Anna' } })
    expect(body.groups).toHaveLength(1)
    expect((await api('PATCH', ANN, { body: { groups: [] } })).body.code).toBe(33400)
  })

  test('refuses a missing contact with 404 and 33030', async () => {
    const missing = await api('PATCH', '/contacts/by-phone/+12025550124', { body: {} })
    expect(missing).toMatchObject({ status: 404, body: { code: 33030 } })
  })

  test('refuses a disabled field as unknown, and keeps its value, but responses omit it', async () => {
    const note = { key: 'contact_custom_field_2', label: 'Note', type: 'TEXT' }
    await applyAcme(fixture, { customFields: [{ ...note, status: 'disabled' }] })
    expect((await api('GET', ANN)).body.customFields).not.toHaveProperty('Note')
    expect((await api('PATCH', ANN, { body: { customFields: { Note: 'y' } } })).body.details.reason).toBe(
      'unknown_label',
    )
    await applyAcme(fixture, { customFields: [{ ...note, status: 'active' }] })
    expect((await api('GET', ANN)).body.customFields.Note).toBe('x')
  })

  test('stores the value of a field with the label __proto__', async () => {
    await applyAcme(fixture, { customFields: [{ key: 'contact_custom_field_2', label: '__proto__', type: 'TEXT' }] })
    const raw = '{"customFields":{"__proto__":"mine"}}'
    const patched = await api('PATCH', ANN, { raw, headers: { 'content-type': 'application/json' } })
    expect(patched.status).toBe(200)
    expect(Object.entries(patched.body.customFields)).toContainEqual(['__proto__', 'mine'])
  })
})
