import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { RateLimiter } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import { BULK_LENGTHS_MAX, BULK_READS_MAX, bulkReader } from './bulk-body.js'
import type { HttpError } from './problem.js'
import { openBroadcasts } from './testing/broadcast-house.js'
import { FROM } from './testing/messaging-house.js'
import { KEY, authorized, listen } from './testing/test-api.js'

const open = () => openBroadcasts(inMemory())
let house: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  house = await open()
})

const JSON_TYPE = { 'content-type': 'application/json' }

const sendRaw = (kind: string, raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  house.api('POST', `/messaging/${kind}`, { raw, headers: { ...JSON_TYPE, ...headers } })

describe('the body of a broadcast or batch', () => {
  test.each(['broadcast', 'batch'] as const)('may be as long as the kind allows, and no longer: %s', async (kind) => {
    const padded = (length: number) => `{"a":1${' '.repeat(length - 7)}}`
    expect((await sendRaw(kind, padded(BULK_LENGTHS_MAX[kind]))).body).toMatchObject({ code: 33400 })
    const { status, body } = await sendRaw(kind, padded(BULK_LENGTHS_MAX[kind] + 1))
    expect([status, body.code]).toEqual([413, 33413])
    const bomb = new Uint8Array(gzipSync(padded(BULK_LENGTHS_MAX[kind] + 1)))
    expect((await sendRaw(kind, bomb, { 'content-encoding': 'gzip' })).body.code).toBe(33413)
  })

  test('of 50,000 recipients with keys is taken', async () => {
    const recipients = Array.from({ length: 50_000 }, (_, i) => ({
      to: `+1720${String(2_000_000 + i)}`,
      idempotencyKey: `key-${i}`,
    }))
    const { status, body } = await house.broadcast({ recipients })
    expect([status, body.code]).toEqual([400, 33028])
  })

  test('is refused before it is parsed where it has more values than any request', async () => {
    for (const raw of [`{"recipients":[${'{},'.repeat(500_000)}1]}`, `[${'1,'.repeat(500_000)}1]`]) {
      const { body } = await sendRaw('broadcast', raw)
      expect([body.code, body.details.fields[0].field]).toEqual([33400, 'recipients'])
    }
  })

  test('is refused where it is nested deeper than 32 levels', async () => {
    for (const depth of [33, 1_000_000]) {
      const { body } = await sendRaw('batch', `{"recipients":${'['.repeat(depth)}${']'.repeat(depth)}}`)
      expect(body).toMatchObject({ code: 33400, message: 'The body is nested deeper than 32 levels' })
    }
  })

  test('may have brackets, commas, quotes and backslashes in its texts, as many as it likes', async () => {
    const text = '[{",\\"}]'.repeat(80)
    const { status } = await house.batch({ recipients: [{ to: house.recipients[0]!.to, body: text }] })
    expect(status).toBe(201)
    await house.work()
    expect(house.provider.submitted).toMatchObject([{ body: text }])
  })

  test.each([
    ['{"from":"\\u0000"}', 'from'],
    ['{"recipients":[{"to":"\\ud83d"}]}', 'recipients[0].to'],
    ['{"recipients":[{"to":"x","a\\u0000":1}]}', 'recipients[0]'],
  ])('with NUL or half a surrogate pair, %s, is 33400', async (raw, field) => {
    const { body } = await sendRaw('batch', raw)
    expect(body.code).toBe(33400)
    expect(body.details.fields.map((fault: { field: string }) => fault.field)).toContain(field)
  })

  test.each(['', '[]', '{', '"', '"\\', 'null', '{"recipients":{}}'])('%j is 33400', async (raw) => {
    expect((await sendRaw('broadcast', raw)).body).toMatchObject({ code: 33400, status: 400 })
  })

  test('is not read before the key is known: a stranger is 401 however much he sends', async () => {
    const { status } = await sendRaw('batch', 'x'.repeat(1_000_000), { authorization: 'Basic eDp4' })
    expect(status).toBe(401)
  })
})

/** A request whose body is only begun. */
function begin(url: string, headers: Record<string, string> = {}) {
  const sent = request(url, { method: 'POST', agent: false, headers: { ...JSON_TYPE, ...headers } })
  sent.on('error', () => {})
  sent.write('{"from":')
  const answer = answerOf(sent)
  answer.catch(() => {})
  return { sent, answer }
}

async function answerOf(sent: ClientRequest) {
  const [response] = await once(sent, 'response')
  response.resume()
  return { status: response.statusCode as number, headers: response.headers as Record<string, string> }
}

/** A house whose requests for a batch are told when they are counted, and go on from there when `goOn` resolves. */
async function openCounted(batchesMax: number, goOn: Promise<void> = Promise.resolve()) {
  const adapters = inMemory()
  let counted = 0
  let tell = () => {}
  const rateLimiter: RateLimiter = {
    async take(asked) {
      if (asked.bucket !== 'batch') return adapters.rateLimiter.take(asked)
      counted++
      tell()
      await goOn
      return adapters.rateLimiter.take(asked)
    },
  }
  const house = await openBroadcasts({ ...adapters, rateLimiter })
  await house.declare({ rateLimits: { batch: batchesMax } })
  return {
    ...house,
    /** That many requests whose bodies are begun, once they are counted. */
    begun: async (count: number) => {
      const expected = counted + count
      const areCounted = new Promise<void>((resolve) => {
        tell = () => {
          if (counted === expected) resolve()
        }
      })
      const url = `${house.url}/api/v1/messaging/batch`
      const requests = Array.from({ length: count }, () => begin(url, authorized(KEY)))
      await areCounted
      return requests
    },
  }
}

/** Sends the rest of their bodies, which are read and refused for what they lack. */
async function end(requests: readonly ReturnType<typeof begin>[]) {
  for (const { sent } of requests) sent.end(`"${FROM}"}`)
  for (const { answer } of requests) expect((await answer).status).toBe(400)
}

describe('while as many are read as there are places', () => {
  test('one more is 503 with Retry-After, counts for no limit, and is taken when one is done', async () => {
    const { begun, batch } = await openCounted(BULK_READS_MAX + 1)
    const held = await begun(BULK_READS_MAX)
    const refused = await batch()
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 33503, '2'])
    expect(refused.headers.has('ratelimit-remaining')).toBe(false)
    await end(held)
    const again = await batch()
    expect([again.status, again.headers.get('ratelimit-remaining')]).toEqual([400, '0'])
    expect((await batch()).status).toBe(429)
  })

  test('those that were counted together wait in line', async () => {
    let goOn = () => {}
    const { begun } = await openCounted(10, new Promise((resolve) => (goOn = resolve)))
    const held = await begun(BULK_READS_MAX + 2)
    goOn()
    await end(held)
  })

  test('a client that goes away gives its place back', async () => {
    const { begun, logged, batch } = await openCounted(20)
    for (const { sent } of await begun(BULK_READS_MAX)) sent.destroy()
    await logged('request cut off by the client', BULK_READS_MAX)
    expect((await batch()).status).toBe(400)
  })

  test('a client that goes away while it waits in line takes no place', async () => {
    let goOn = () => {}
    const house = await openCounted(20, new Promise((resolve) => (goOn = resolve)))
    const [first, inLine] = [await house.begun(BULK_READS_MAX), await house.begun(BULK_READS_MAX)]
    goOn()
    for (const { sent } of inLine) sent.destroy()
    await house.logged('request cut off by the client', inLine.length)
    await end(first)
    const held = await house.begun(BULK_READS_MAX)
    expect((await house.batch()).status).toBe(503)
    await end(held)
  })

  test('a preview as long as they are waits with them, and a short one does not', async () => {
    const { begun, api } = await openCounted(10)
    await begun(BULK_READS_MAX)
    const preview = (raw: string, headers: Record<string, string> = {}) =>
      api('POST', '/messaging/preview', { raw, headers: { ...JSON_TYPE, ...headers } })
    expect((await preview('{}')).status).toBe(400)
    expect((await preview(`{${' '.repeat(256 * 1024)}}`)).status).toBe(503)
    expect((await preview('{}', { 'content-encoding': 'identity' })).status).toBe(503)
  })
})

test('a body that comes too slowly is refused', async () => {
  const { read } = bulkReader({ patience: { restMs: 10, bytesPerSecond: 1_000_000 } })
  const app = express().post('/', async (req, res) => {
    const error = await read(req, 'batch', () => null).catch(({ code }: HttpError) => code)
    res.status(408).set('connection', 'close').end(error)
  })
  const { url, close } = await listen(app)
  const { answer } = begin(url)
  expect((await answer).status).toBe(408)
  await close()
})
