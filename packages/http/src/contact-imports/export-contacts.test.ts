import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { importPath, importsOf } from '../testing/imports.js'
import { applyAcme, authorized, openTestApi, type TestApi } from '../testing/test-api.js'

const OTHER_KEY = { id: 'key_other', secret: 'the-secret-of-other' }

let fixture: TestApi
let admin: TestApi['admin']
let imported: ReturnType<typeof importsOf>['imported']

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  admin = fixture.admin
  ;({ imported } = importsOf(fixture))
  await applyAcme(fixture, { rateLimits: null })
})

describe('export', () => {
  test('is a file that can be imported again, with any values', async () => {
    const body = {
      firstName: 'A,"B"\nC',
      lastName: '=SUM(A1)',
      email: '"a b"@example.com',
      birthDate: '1990-02-28',
      gender: 'OTHER',
      address: { street: '1 Main St, Apt 2', city: 'Zürich', state: 'ZH', postalCode: '8001', country: 'CH' },
      isFavorite: true,
      customFields: {
        Plan: 'Pro',
        Note: '"🔔"\r\n,',
        Age: -1.5e-7,
        Member: false,
        Since: '2020-02-29',
        Likes: ['Tea', 'Ale'],
      },
    }
    await fixture.api('POST', '/contacts/by-phone/+12025550121', { body })
    await fixture.api('POST', '/contacts/by-phone/+12025550122')
    const file = await admin('GET', '/accounts/Acme/contacts/export')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename=contacts.csv')
    expect(file.text.split('\r\n')[0]).toBe(
      'phoneNumber,firstName,lastName,email,birthDate,gender,street,city,state,postalCode,country,isFavorite,Plan,Note,Age,Member,Since,Likes',
    )
    expect((await imported(file.text)).last.done).toMatchObject({
      rows: 2,
      created: 0,
      updated: 0,
      unchanged: 2,
      rejected: 0,
    })

    await applyAcme(fixture, { name: 'Copy', apiKeys: [], numbers: [] })
    expect((await imported(file.text, importPath('VIP', 'Copy'))).last.done).toMatchObject({ created: 2, rejected: 0 })
    expect((await admin('GET', '/accounts/Copy/contacts/export')).text).toBe(file.text)
  })

  test('for a spreadsheet program marks values and labels that it would read as formulas', async () => {
    const customFields = [
      { key: 'contact_custom_field_1', label: '=A1', type: 'TEXT' },
      { key: 'contact_custom_field_2', label: 'Age', type: 'NUMBER' },
    ]
    await applyAcme(fixture, { name: 'Other', apiKeys: [OTHER_KEY], numbers: [], customFields })
    const body = { firstName: '=HYPERLINK("x")', lastName: '@a', customFields: { '=A1': 'Hi;+1', Age: -1 } }
    await fixture.api('POST', '/contacts/by-phone/+12025550121', { body, headers: authorized(OTHER_KEY) })
    const path = '/accounts/Other/contacts/export'
    const [header, row] = parse((await admin('GET', `${path}?spreadsheet=1`)).text) as string[][]
    expect(header!.slice(-2)).toEqual(["'=A1", 'Age'])
    expect(row!.slice(0, 3)).toEqual(["'+12025550121", `'=HYPERLINK("x")`, "'@a"])
    expect(row!.slice(-2)).toEqual(["Hi;'+1", "'-1"])
    expect((await admin('GET', `${path}?spreadsheet=`)).text).toBe((await admin('GET', path)).text)
    expect(parse((await admin('GET', path)).text)[1]).toContain('=HYPERLINK("x")')
  })

  test.each(['0', 'true', 'yes', '1&spreadsheet=1'])('refuses spreadsheet=%s', async (value) => {
    const { status, body } = await admin('GET', `/accounts/Acme/contacts/export?spreadsheet=${value}`)
    expect([status, body.code, body.details.fields[0].field]).toEqual([400, 33400, 'spreadsheet'])
  })

  test('of thousands of contacts contains every contact once', async () => {
    const numbers = Array.from({ length: 2_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    await imported(`phoneNumber\n${numbers.join('\n')}`)
    const { text } = await admin('GET', '/accounts/Acme/contacts/export')
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.slice(0, 12))
        .sort(),
    ).toEqual(numbers)
  })

  test('has only the contacts that a filter finds, as the list has', async () => {
    const filter = { contact: { customFields: { contact_custom_field_1: { eq: 'pro' } } } }
    for (const [i, Plan] of ['Pro', 'Free', 'Pro'].entries())
      await fixture.api('POST', `/contacts/by-phone/+1202555012${i}`, { body: { customFields: { Plan } } })
    const { text } = await admin(
      'GET',
      `/accounts/Acme/contacts/export?filter=${encodeURIComponent(JSON.stringify(filter))}`,
    )
    const numbers = (parse(text) as string[][]).slice(1).map(([number]) => number)
    expect(numbers).toEqual(['+12025550120', '+12025550122'])
  })

  test('with a filter that cannot be used is refused before it begins', async () => {
    const filter = encodeURIComponent(JSON.stringify({ contact: { groups: { ids: { in: ['VIP'] } } } }))
    for (const method of ['GET', 'HEAD'])
      expect((await admin(method, `/accounts/Acme/contacts/export?filter=${filter}`)).status).toBe(400)
  })

  test('without contacts is only a header, and HEAD has no body', async () => {
    expect((await admin('GET', '/accounts/Acme/contacts/export')).text.trimEnd().split('\r\n')).toHaveLength(1)
    expect(await admin('HEAD', '/accounts/Acme/contacts/export')).toMatchObject({ status: 200, text: '' })
  })
})
