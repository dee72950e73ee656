import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import { anAccount } from '@carillon/contracts'
import type { RateLimiter } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import express from 'express'
import type { HttpError } from '../api/problem.js'
import { allowBodyMs } from '../api/body-time.js'
import { BODY_LENGTH_MAX } from '../input/body.js'
import { openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { AS_POOR, FROM } from '../testing/fixtures/messaging-fixture.js'
import { KEY, authorized, listen } from '../testing/test-api.js'
import { BULK_READS_MAX, BULK_READS_PER_ACCOUNT_MAX, bulkReader } from './bulk-body.js'

const JSON_TYPE = { 'content-type': 'application/json' }

const OTHER_KEY = { id: 'key_other', secret: 'the-secret-of-other' }
const [ACME, POOR, OTHER] = [authorized(KEY), AS_POOR.headers, authorized(OTHER_KEY)]

/**
 * Opens three accounts. When the rate limiter counts a batch request, it waits for `goOn`. The third account may send
 * two batch requests a minute.
 */
async function openCounted(goOn: Promise<void> = Promise.resolve()) {
  const adapters = inMemory()
  let counted = 0
  let notify = () => {}
  const rateLimiter: RateLimiter = {
    async take(slotRequest) {
      if (slotRequest.bucket !== 'batch') return adapters.rateLimiter.take(slotRequest)
      counted++
      notify()
      await goOn
      return adapters.rateLimiter.take(slotRequest)
    },
  }
  const fixture = await openBroadcasts({ ...adapters, rateLimiter })
  await fixture.declare({ rateLimits: { batch: 20 } })
  await fixture.openPoor({ rateLimits: { batch: 20 } })
  await fixture.admin('POST', '/apply', {
    body: { account: { name: 'Other', apiKeys: [OTHER_KEY], rateLimits: { batch: 2 } } },
  })
  const begunOf = async (headers: Record<string, string>, count: number) => {
    const expected = counted + count
    const areCounted = new Promise<void>((resolve) => {
      notify = () => {
        if (counted === expected) resolve()
      }
    })
    const requests = Array.from({ length: count }, () => begin(`${fixture.url}/api/v1/messaging/batch`, headers))
    await areCounted
    return requests
  }
  return {
    ...fixture,
    /** Starts `count` requests of an account, and waits until the rate limiter has counted them. */
    begunOf,
    /** Starts one request for every slot, from two accounts. */
    begun: async () => [
      ...(await begunOf(ACME, BULK_READS_PER_ACCOUNT_MAX)),
      ...(await begunOf(POOR, BULK_READS_MAX - BULK_READS_PER_ACCOUNT_MAX)),
    ],
    batchOf: (headers: Record<string, string>, raw = LONG_BATCH) =>
      fixture.api('POST', '/messaging/batch', { raw, headers: { ...JSON_TYPE, ...headers } }),
    previewOf: (headers: Record<string, string>, raw: string) =>
      fixture.api('POST', '/messaging/preview', { raw, headers: { ...JSON_TYPE, ...headers } }),
  }
}

const SHORT_BATCH = JSON.stringify({ from: FROM })
const LONG_BATCH = `${' '.repeat(BODY_LENGTH_MAX)}${SHORT_BATCH}`
const LONG_PREVIEW = `{${' '.repeat(BODY_LENGTH_MAX)}}`

/** Sends the rest of the bodies, which are refused because fields are missing. */
async function end(requests: readonly ReturnType<typeof begin>[]) {
  for (const { sent } of requests) sent.end(`"${FROM}"}`)
  for (const { response } of requests) expect((await response).status).toBe(400)
}

describe('while bulk bodies use every slot', () => {
  test('another request gets 503 with Retry-After and is not counted; a retry is read if a slot is free', async () => {
    const { begun, batchOf } = await openCounted()
    const running = await begun()
    const refused = await batchOf(OTHER)
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 33503, '2'])
    expect(refused.headers.has('ratelimit-remaining')).toBe(false)
    await end(running)
    const again = await batchOf(OTHER)
    expect([again.status, again.headers.get('ratelimit-remaining')]).toEqual([400, '1'])
    expect((await batchOf(OTHER)).status).toBe(400)
    expect((await batchOf(OTHER)).status).toBe(429)
  })

  test('requests that the rate limiter counts at the same time wait in the queue', async () => {
    let goOn = () => {}
    const { begun, begunOf } = await openCounted(new Promise((resolve) => (goOn = resolve)))
    const running = [...(await begun()), ...(await begunOf(ACME, 1)), ...(await begunOf(POOR, 1))]
    goOn()
    await end(running)
  })

  test('a client that disconnects releases its slot', async () => {
    const { begun, logged, batchOf } = await openCounted()
    for (const { sent } of await begun()) sent.destroy()
    await logged('request cut off by the client', BULK_READS_MAX)
    for (const headers of [ACME, POOR, OTHER]) expect((await batchOf(headers)).status).toBe(400)
  })

  test('a client that disconnects while it waits in the queue uses no slot', async () => {
    let goOn = () => {}
    const fixture = await openCounted(new Promise((resolve) => (goOn = resolve)))
    const [first, queued] = [await fixture.begun(), await fixture.begun()]
    goOn()
    for (const { sent } of queued) sent.destroy()
    await fixture.logged('request cut off by the client', queued.length)
    await end(first)
    const running = await fixture.begun()
    expect((await fixture.batchOf(OTHER)).status).toBe(503)
    await end(running)
  })

  test('a request of ordinary length is read at once', async () => {
    const { begun, batchOf } = await openCounted()
    const running = await begun()
    expect((await batchOf(OTHER, SHORT_BATCH)).status).toBe(400)
    expect((await batchOf(ACME, SHORT_BATCH)).status).toBe(400)
    await end(running)
  })

  test('a long preview also needs a slot, but a short preview does not', async () => {
    const { begun, previewOf } = await openCounted()
    await begun()
    expect((await previewOf(OTHER, '{}')).status).toBe(400)
    expect((await previewOf(OTHER, LONG_PREVIEW)).status).toBe(503)
    expect((await previewOf({ ...OTHER, 'content-encoding': 'identity' }, '{}')).status).toBe(503)
  })
})

describe('an account that sends bodies slowly', () => {
  test('uses at most its share of the slots: its next request gets 503, and other accounts are served', async () => {
    const { begunOf, batchOf, previewOf } = await openCounted()
    const running = await begunOf(ACME, BULK_READS_PER_ACCOUNT_MAX)
    expect([(await batchOf(ACME)).status, (await previewOf(ACME, LONG_PREVIEW)).status]).toEqual([503, 503])
    expect([(await batchOf(POOR)).status, (await previewOf(POOR, LONG_PREVIEW)).status]).toEqual([400, 400])
    await end(running)
    expect((await batchOf(ACME)).status).toBe(400)
  })

  test('leaves the other slots free, even if the rate limiter counts its requests at the same time', async () => {
    let goOn = () => {}
    const { begunOf, batchOf } = await openCounted(new Promise((resolve) => (goOn = resolve)))
    const running = await begunOf(ACME, BULK_READS_MAX)
    goOn()
    expect((await batchOf(POOR)).status).toBe(400)
    await end(running)
  })
})

test.each([
  ['without earning time', { restMs: 10, bytesPerSecond: 1_000_000 }, 60_000],
  ['for longer than any body may', { restMs: 60_000, bytesPerSecond: 0.001 }, 10],
])('a body that arrives %s is refused, and its slot is free again', async (_, timeouts, bodyMs) => {
  const { admit, read } = bulkReader({ timeouts })
  const account = anAccount()
  const app = express().post('/', async (req, res) => {
    allowBodyMs(req, bodyMs)
    admit(req, account)
    const answer = await read(req, { account, kind: 'batch' }, () => 'read').catch(({ code }: HttpError) => code)
    res
      .status(answer === 'too-slow' ? 408 : 200)
      .set('connection', 'close')
      .end()
  })
  const { url, close } = await listen(app)
  const slow = Array.from({ length: BULK_READS_PER_ACCOUNT_MAX }, () => begin(url))
  for (const { response } of slow) expect((await response).status).toBe(408)
  const { sent, response } = begin(url)
  sent.end('1}')
  expect((await response).status).toBe(200)
  await close()
})

/** Starts a request, and sends only the beginning of its body. */
function begin(url: string, headers: Record<string, string> = {}) {
  const sent = request(url, { method: 'POST', agent: false, headers: { ...JSON_TYPE, ...headers } })
  sent.on('error', () => {})
  sent.write('{"from":')
  const response = responseOf(sent)
  response.catch(() => {})
  return { sent, response }
}

async function responseOf(sent: ClientRequest) {
  const [response] = await once(sent, 'response')
  response.resume()
  return { status: response.statusCode as number, headers: response.headers as Record<string, string> }
}
