import { gzipSync } from 'node:zlib'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { BULK_LENGTHS_MAX } from './bulk-body.js'

const open = () => openBroadcasts(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const JSON_TYPE = { 'content-type': 'application/json' }

const sendRaw = (kind: string, raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fixture.api('POST', `/messaging/${kind}`, { raw, headers: { ...JSON_TYPE, ...headers } })

describe('the body of a broadcast or batch', () => {
  test.each(['broadcast', 'batch'] as const)('may be as long as the kind allows, but not longer: %s', async (kind) => {
    const padded = (length: number) => `{"a":1${' '.repeat(length - 7)}}`
    expect((await sendRaw(kind, padded(BULK_LENGTHS_MAX[kind]))).body).toMatchObject({ code: 33400 })
    const { status, body } = await sendRaw(kind, padded(BULK_LENGTHS_MAX[kind] + 1))
    expect([status, body.code]).toEqual([413, 33413])
    const bomb = new Uint8Array(gzipSync(padded(BULK_LENGTHS_MAX[kind] + 1)))
    expect((await sendRaw(kind, bomb, { 'content-encoding': 'gzip' })).body.code).toBe(33413)
  })

  test('with 50,000 recipients and keys is read completely, and refused because nobody has opted in', async () => {
    const recipients = Array.from({ length: 50_000 }, (_, i) => ({
      to: `+1720${String(2_000_000 + i)}`,
      idempotencyKey: `key-${i}`,
    }))
    const { status, body } = await fixture.broadcast({ recipients })
    expect([status, body.code]).toEqual([400, 33028])
  })

  test('is refused before parsing if it has more values than any valid request', async () => {
    for (const raw of [`{"recipients":[${'{},'.repeat(500_000)}1]}`, `[${'1,'.repeat(500_000)}1]`]) {
      const { body } = await sendRaw('broadcast', raw)
      expect([body.code, body.details.fields[0].field]).toEqual([33400, 'recipients'])
    }
  })

  test('is refused if it is nested deeper than 32 levels', async () => {
    for (const depth of [33, 1_000_000]) {
      const { body } = await sendRaw('batch', `{"recipients":${'['.repeat(depth)}${']'.repeat(depth)}}`)
      expect(body).toMatchObject({ code: 33400, message: 'The body is nested deeper than 32 levels' })
    }
  })

  test('may have any number of brackets, commas, quotes and backslashes in its strings', async () => {
    const text = '[{",\\"}]'.repeat(80)
    const { status } = await fixture.batch({ recipients: [{ to: fixture.recipients[0]!.to, body: text }] })
    expect(status).toBe(201)
    await fixture.work()
    expect(fixture.provider.submitted).toMatchObject([{ body: text }])
  })

  test.each([
    ['{"from":"\\u0000"}', 'from'],
    ['{"recipients":[{"to":"\\ud83d"}]}', 'recipients[0].to'],
    ['{"recipients":[{"to":"x","a\\u0000":1}]}', 'recipients[0]'],
  ])('with NUL or half a surrogate pair gets 33400: %s', async (raw, field) => {
    const { body } = await sendRaw('batch', raw)
    expect(body.code).toBe(33400)
    expect(body.details.fields.map((fault: { field: string }) => fault.field)).toContain(field)
  })

  test.each(['', '[]', '{', '"', '"\\', 'null', '{"recipients":{}}'])('%j gets 33400', async (raw) => {
    expect((await sendRaw('broadcast', raw)).body).toMatchObject({ code: 33400, status: 400 })
  })

  test('is not read before authentication: without a valid key the request gets 401, even if it is long', async () => {
    const { status } = await sendRaw('batch', 'x'.repeat(1_000_000), { authorization: 'Basic eDp4' })
    expect(status).toBe(401)
  })
})
