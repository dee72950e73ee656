import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { CSV, importPath, importsOf } from '../testing/imports.js'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let admin: TestApi['admin']
let importing: ReturnType<typeof importsOf>['importing']
let imported: ReturnType<typeof importsOf>['imported']

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  admin = fixture.admin
  ;({ importing, imported } = importsOf(fixture))
  await applyAcme(fixture, { rateLimits: null })
})

const contact = async (number: string) => (await fixture.api('GET', `/contacts/by-phone/${number}`)).body

describe('import', () => {
  test('creates and changes contacts, who join the group without a message', async () => {
    await fixture.api('POST', '/contacts/by-phone/+12025550121', { body: { lastName: 'Lee' } })
    const { last } = await imported(
      'phoneNumber,firstName,postalCode,plan,Likes,isFavorite\n' +
        '+12025550121,Ann,80202,Pro,Tea|Rum,true\n' +
        '+12025550122,Bob,,,,\n',
    )
    expect(last.done).toEqual({ rows: 2, created: 1, updated: 1, unchanged: 0, joined: 2, rejected: 0 })
    expect(await contact('+12025550121')).toMatchObject({
      firstName: 'Ann',
      lastName: 'Lee',
      tz: 'America/Denver',
      isFavorite: true,
      customFields: { Plan: 'Pro', Likes: ['Tea', 'Rum'] },
      groups: [{ name: 'VIP' }],
    })
    expect(await contact('+12025550122')).toMatchObject({ firstName: 'Bob', groups: [{ name: 'VIP' }] })
  })

  test('changes nothing when it is repeated', async () => {
    const file = 'phoneNumber,firstName\n+12025550121,Ann\n+12025550122,Bob\n'
    await imported(file)
    expect((await imported(file)).last.done).toMatchObject({ created: 0, updated: 0, unchanged: 2, joined: 0 })
  })

  test('reports each invalid row with the line on which it begins, and imports the others', async () => {
    const { rejected, last } = await imported(
      '\uFEFFphoneNumber,firstName,Note\r\n' +
        '+12025550121,Ann,"two\r\nlines"\r\n' +
        '\r\n' +
        'nobody,Bob,\r\n' +
        '+12025550122,Cy"x,\r\n' +
        '+12025550123,Di\r\n' +
        `+12025550124,${'x'.repeat(41)},\r\n` +
        '+12025550125,Ed,fine',
    )
    expect(rejected.map(({ line }) => line)).toEqual([5, 6, 7, 8])
    expect(rejected[1]!.reason).toBe('The row has a quote in the wrong place')
    expect(rejected[3]!.reason).toBe('firstName must have at most 40 characters')
    expect(last.done).toEqual({ rows: 6, created: 2, updated: 0, unchanged: 0, joined: 2, rejected: 4 })
    expect((await contact('+12025550121')).customFields).toEqual({ Note: 'two\r\nlines' })
  })

  test('uses the last row of a number, even across batches', async () => {
    const filler = Array.from({ length: 2_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')},x`)
    await imported(['phoneNumber,firstName', '+12025559999,First', ...filler, '+12025559999,Last'].join('\n'))
    expect((await contact('+12025559999')).firstName).toBe('Last')
  })

  test.each([
    ['', 'header is missing: the file is empty'],
    ['\n\n', 'header is missing: the file is empty'],
    ['firstName\nAnn\n', 'The header must contain the column phoneNumber'],
    ['phoneNumber,nickname\n', 'The header contains "nickname", which is neither a column nor a custom field'],
    ['phoneNumber,PhoneNumber\n', 'The header contains the column "PhoneNumber" more than once'],
    ['"phoneNumber\n', /^header has a quote that is not closed/],
    ['x'.repeat(20_000), /^header is longer/],
  ])('refuses an invalid header (%#) with 400 before any progress is sent', async (file, message) => {
    const { status, body } = await importing(file)
    expect([status, body.code]).toEqual([400, 33400])
    expect(body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })

  test('refuses an invalid account, group or content type with an ordinary error response', async () => {
    const file = 'phoneNumber\n'
    expect((await importing(file, importPath('VIP', 'Nobody'))).body.code).toBe(33404)
    expect((await importing(file, importPath('vip'))).body.code).toBe(33031)
    expect((await importing(file, importPath(''))).body.code).toBe(33400)
    expect((await importing(file, '/accounts/Acme/contacts/import')).body.code).toBe(33400)
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/csv; charset=latin1' }]) {
      expect((await admin('POST', importPath(), { raw: file, headers })).body.code).toBe(33415)
    }
    const gzip = { ...CSV, 'content-encoding': 'gzip' }
    expect((await admin('POST', importPath(), { raw: file, headers: gzip })).body.code).toBe(33415)
  })

  test('adds nothing if the file has only a header', async () => {
    expect((await imported('phoneNumber')).last.done).toMatchObject({ rows: 0, created: 0 })
  })
})
