import { gzipSync, brotliCompressSync } from 'node:zlib'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN } from '../testing/samples.js'
import { applyAcme, DOCS_URL, openTestApi, type TestApi } from '../testing/test-api.js'
import { BODY_LENGTH_MAX } from './body.js'

const JSON_TYPE = { 'content-type': 'application/json' }

let api: TestApi['api']

beforeEach(async () => {
  const fixture = await openTestApi(inMemory())
  api = fixture.api
  await applyAcme(fixture, { rateLimits: null })
})

const nothingStored = async () => (await api('GET', '/contacts')).body.totalCount === 0

async function refused(raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const { status, body } = await api('POST', ANN, { raw, headers: { ...JSON_TYPE, ...headers } })
  expect(await nothingStored()).toBe(true)
  expect(body).toMatchObject({ status, moreInfo: `${DOCS_URL}#${body.code}`, message: expect.any(String) })
  return body
}

describe('a body', () => {
  test.each(['[]', '"text"', 'null', '5', 'true', '{', '{"a":1}x', 'firstName=Ann', ' ', '[{"firstName":"Ann"}]'])(
    '%s is not a JSON object: 33400',
    async (raw) => {
      expect(await refused(raw)).toMatchObject({ code: 33400, status: 400 })
    },
  )

  test('with a property name from the object prototype is refused as unknown, and pollutes nothing', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const body = await refused(`{"${name}":{"firstName":"Eve","isFavorite":true}}`)
      expect([body.code, body.details.fields[0].field]).toEqual([33400, name])
      const nested = await refused(`{"address":{"${name}":{"city":"Eve"}}}`)
      expect([nested.code, nested.details.fields[0].field]).toEqual([33400, `address.${name}`])
      const custom = await refused(`{"customFields":{"${name}":{"Plan":"Pro"}}}`)
      expect([custom.code, custom.details]).toEqual([33033, { label: name, reason: 'unknown_label' }])
    }
    expect(({} as Record<string, unknown>)['firstName']).toBeUndefined()
    expect((await api('POST', ANN, { body: {} })).body).not.toHaveProperty('firstName')
  })

  test('that is not UTF-8 gets 33400', async () => {
    const bytes = Buffer.from('{"firstName":"Jos\xe9"}', 'latin1')
    expect(await refused(new Uint8Array(bytes))).toMatchObject({ code: 33400, message: 'The body is not valid UTF-8' })
  })

  test.each([
    ['{"firstName":"A\\u0000"}', 'firstName'],
    ['{"firstName":"\\ud83d"}', 'firstName'],
    ['{"address":{"city":"\\udd14x"}}', 'address.city'],
    ['{"customFields":{"Note":"\\u0000"}}', 'customFields.Note'],
    ['{"customFields":{"Likes":["Tea","\\ud83d"]}}', 'customFields.Likes[1]'],
    ['{"customFields":{"No\\u0000te":"x"}}', 'customFields'],
    ['{"\\ud83d":1}', 'body'],
  ])('with NUL or half a surrogate pair gets 33400: %s', async (raw, field) => {
    const body = await refused(raw)
    expect([body.code, body.details.fields[0].field]).toEqual([33400, field])
  })

  test('of 256 KB is accepted, and with one more byte it gets 33413', async () => {
    const padded = (length: number) => `{"firstName":"Ann"${' '.repeat(length - 19)}}`
    expect(padded(BODY_LENGTH_MAX)).toHaveLength(BODY_LENGTH_MAX)
    expect(await refused(padded(BODY_LENGTH_MAX + 1))).toMatchObject({ code: 33413, status: 413 })
    const chunked = new Blob([padded(BODY_LENGTH_MAX + 1)]).stream()
    expect((await api('POST', ANN, { raw: chunked, headers: JSON_TYPE })).body.code).toBe(33413)
    expect((await api('POST', ANN, { raw: padded(BODY_LENGTH_MAX), headers: JSON_TYPE })).status).toBe(201)
  })

  test('may be compressed, and the limit applies to its uncompressed length', async () => {
    const bomb = JSON.stringify({ firstName: 'x'.repeat(10_000_000) })
    const gzip = { 'content-encoding': 'gzip' }
    expect(await refused(new Uint8Array(gzipSync(bomb)), gzip)).toMatchObject({ code: 33413 })
    expect(await refused(new Uint8Array(brotliCompressSync(bomb)), { 'content-encoding': 'br' })).toMatchObject({
      code: 33413,
    })
    expect(await refused('{"firstName":"Ann"}', gzip)).toMatchObject({ code: 33400 })
    expect(await refused('{"firstName":"Ann"}', { 'content-encoding': 'lzma' })).toMatchObject({ code: 33415 })
    const raw = new Uint8Array(gzipSync('{"firstName":"Ann"}'))
    expect((await api('POST', ANN, { raw, headers: { ...JSON_TYPE, ...gzip } })).status).toBe(201)
  })

  test('nested 33 or 10,000 levels deep gets 33400', async () => {
    const nested = (depth: number) => '{"customFields":'.concat('['.repeat(depth), ']'.repeat(depth), '}')
    expect(await refused(nested(10_000))).toMatchObject({
      code: 33400,
      message: 'The body is nested deeper than 32 levels',
    })
    expect(await refused(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toMatchObject({ code: 33400 })
    expect((await refused(nested(32))).message).toMatch(/nested deeper/)
    expect((await refused(nested(31))).message).toMatch(/customFields must be an object/)
  })

  test('with 2,000 unknown custom fields is refused, and the error names the first of them', async () => {
    const labels = Array.from({ length: 2_000 }, (_, i) => [`Field ${i}`, 'x'])
    expect(await refused(JSON.stringify({ customFields: Object.fromEntries(labels) }))).toMatchObject({
      code: 33033,
      details: { label: 'Field 0', reason: 'unknown_label' },
    })
  })

  test('with 2,000 unknown properties is refused, and the error names 50 of them', async () => {
    const names = Array.from({ length: 2_000 }, (_, i) => [`field${i}`, 1])
    const body = await refused(JSON.stringify(Object.fromEntries(names)))
    expect([body.code, body.details.fields.length]).toEqual([33400, 50])
    expect(body.message).toBe('field0 is not a known property, and 1999 more')
    const long = await refused(JSON.stringify({ ['x'.repeat(100_000)]: 1 }))
    expect(JSON.stringify(long).length).toBeLessThan(1_000)
  })

  test.each([
    'text/plain',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    '',
  ])('of type %j gets 33415', async (type) => {
    expect(await refused('{"firstName":"Ann"}', { 'content-type': type })).toMatchObject({ code: 33415, status: 415 })
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json; version=1'])(
    'of type %j is accepted',
    async (type) => {
      const { status } = await api('POST', ANN, { raw: '{"firstName":"Ann"}', headers: { 'content-type': type } })
      expect(status).toBe(201)
    },
  )
})
