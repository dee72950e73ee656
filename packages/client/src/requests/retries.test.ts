import { inspect } from 'node:util'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { CarillonAdmin } from '../carillon-admin.js'
import { CarillonError } from '../carillon-error.js'
import { Carillon } from '../carillon.js'
import type { ClientOptions } from '../client-options.js'
import { aSimulation, refusal, type SimulatedResponse, type SimulatedRequest } from '../testing/simulation.js'

const SMS = { to: '+12025550123', from: '+12025550100', body: 'Hi' }
const SENT = { status: 201, body: { id: 'msg_1', status: 'sent' } }

/** Returns the given responses in order, and repeats the last one. */
function sequence(...responses: readonly SimulatedResponse[]) {
  return (_: SimulatedRequest, nth: number) => responses[Math.min(nth, responses.length) - 1]!
}

async function failure(work: Promise<unknown>): Promise<CarillonError> {
  const error = await work.then(() => null).catch((error: unknown) => error)
  if (!(error instanceof CarillonError)) throw new Error(`Expected a CarillonError, got ${inspect(error)}`)
  return error
}

const FAILURES: readonly SimulatedResponse[] = [
  'broken',
  'silent',
  refusal(408, 33408),
  refusal(409, 33409, { 'Retry-After': '1' }),
  refusal(429, 33002, { 'Retry-After': '2' }),
  refusal(500, 33500),
  { status: 502, body: '<html>' },
  refusal(503, 33503, { 'Retry-After': '2' }),
]

test('all tries of a send have the same key and text, and there are at most 5', async () => {
  const failures = fc.array(fc.constantFrom(...FAILURES), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(failures, fc.boolean(), async (responses, hasKey) => {
      const { options, requests, simulated } = aSimulation(sequence(...responses, SENT))
      const unlimited = new Carillon({ ...options, deadlineMs: Infinity })
      const message = hasKey ? { ...SMS, idempotencyKey: 'of-the-caller' } : SMS
      await simulated(unlimited.messages.send(message)).catch(() => {})
      expect(requests.length).toBe(Math.min(responses.length + 1, 5))
      const bodies = new Set(requests.map(({ body }) => JSON.stringify(body)))
      expect([...bodies]).toEqual([JSON.stringify({ ...SMS, idempotencyKey: hasKey ? 'of-the-caller' : 'key-1' })])
    }),
    { numRuns: 100 },
  )
})

test('two sends of the same text have different keys', async () => {
  const { options, requests, simulated } = aSimulation(() => SENT)
  const { messages } = new Carillon(options)
  await simulated(Promise.all([messages.send(SMS), messages.send(SMS)]))
  expect(requests.map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)).toEqual(['key-1', 'key-2'])
})

test.each<[string, SimulatedResponse, number]>([
  ['no connection', 'broken', 1],
  ['no response', 'silent', 1],
  ['500', refusal(500, 33500), 1],
  ['503', refusal(503, 33503), 1],
  ['408', refusal(408, 33408), 2],
  ['429', refusal(429, 33002, { 'Retry-After': '1' }), 2],
])('a request that must not run twice is retried only if nothing was done: %s', async (_, response, tries) => {
  const { options, requests, simulated } = aSimulation(sequence(response, { status: 200, body: {} }))
  const admin = new CarillonAdmin({ ...options, token: 't' })
  await simulated(admin.credits.grant('Acme', { sms: 1 })).catch(() => {})
  expect(requests.length).toBe(tries)
})

test.each([400, 401, 402, 403, 404, 409, 413])(
  'a permanent refusal by the service is not retried: %i',
  async (status) => {
    const { options, requests, simulated } = aSimulation(() => refusal(status, 33000 + status))
    const error = await failure(simulated(new Carillon(options).contacts.byPhone('+12025550123')))
    expect(error).toMatchObject({ status, code: 33000 + status, reason: 'refused', retries: 0 })
    expect(requests.length).toBe(1)
  },
)

test('the waits between tries are random, up to a bound that doubles', async () => {
  const { options, requests, simulated } = aSimulation(() => 'broken')
  const error = await failure(simulated(new Carillon({ ...options, random: () => 0.999 }).credits.balance()))
  expect(error).toMatchObject({ reason: 'unreachable', retries: 4, status: undefined })
  expect(error.message).toBe('https://sms.example.com cannot be reached: the connection broke')
  const waits = requests.slice(1).map(({ atMs }, i) => Math.ceil((atMs - requests[i]!.atMs) / 10) * 10)
  expect(waits).toEqual([500, 1_000, 2_000, 4_000])
})

test.each(['7', new Date(Date.UTC(2026, 2, 1, 0, 0, 7)).toUTCString()])(
  'the client waits for as long as Retry-After says: %s',
  async (retryAfter) => {
    const { options, requests, simulated } = aSimulation(
      sequence(refusal(503, 33503, { 'Retry-After': retryAfter }), SENT),
    )
    await simulated(new Carillon({ ...options, random: () => 0 }).messages.send(SMS))
    expect(requests[1]!.atMs - requests[0]!.atMs).toBe(7_000)
  },
)

test('a call fails at once if the service asks for a longer wait than the call allows', async () => {
  const { options, requests, simulated } = aSimulation(() => refusal(429, 33012, { 'Retry-After': '3600' }))
  const error = await failure(simulated(new Carillon(options).messages.send(SMS)))
  expect(error).toMatchObject({ code: 33012, retryAfterMs: 3_600_000, retries: 0, idempotencyKey: 'key-1' })
  expect(requests.length).toBe(1)
})

test('each try has a timeout, and all tries together have a deadline', async () => {
  const { options, requests, simulated, now } = aSimulation(() => 'silent')
  const started = now()
  const error = await failure(
    simulated(new Carillon({ ...options, timeoutMs: 4_000, deadlineMs: 10_000 }).credits.balance()),
  )
  expect(error).toMatchObject({ reason: 'timeout', retries: 2 })
  expect(requests.length).toBe(3)
  expect(now() - started).toBeLessThanOrEqual(10_000)
})

test('a signal aborts a waiting call with the reason of the signal', async () => {
  const stop = new AbortController()
  const { options, simulated } = aSimulation((_, nth) => {
    if (nth === 2) stop.abort(new Error('no longer wanted'))
    return 'broken'
  })
  const call = new Carillon(options).credits.balance({ signal: stop.signal })
  await expect(simulated(call)).rejects.toThrow('no longer wanted')
})

test('a PATCH and a DELETE are retried', async () => {
  const { options, requests, simulated } = aSimulation(
    sequence('broken', { status: 200, body: {} }, 'broken', { status: 204 }),
  )
  const { schedules } = new Carillon(options)
  await simulated(schedules.change('sch_1', { status: 'paused' }))
  expect(await simulated(schedules.cancel('sch_1'))).toBeUndefined()
  expect(requests.map(({ method }) => method)).toEqual(['PATCH', 'PATCH', 'DELETE', 'DELETE'])
})

const GONE = refusal(404, 33404)

test.each<[string, SimulatedResponse]>([
  ['no response', 'silent'],
  ['a broken connection', 'broken'],
  ['500', refusal(500, 33500)],
  ['503', refusal(503, 33503)],
])('a removal succeeds if its first try may have succeeded and the retry gets 404: %s', async (_, lost) => {
  const removals = (given: ClientOptions) => {
    const admin = new CarillonAdmin({ ...given, token: 't' })
    return [
      new Carillon({ ...given, key: 'k', secret: 's' }).schedules.cancel('sch_1'),
      admin.keys.revoke({ account: 'Acme', keyId: 'key_1' }),
      admin.webhooks.remove({ account: 'Acme', webhookId: 'whk_1' }),
    ]
  }
  const { options, requests, simulated } = aSimulation((_, nth) => (nth <= 3 ? lost : GONE))
  expect(await simulated(Promise.all(removals(options)))).toEqual([undefined, undefined, undefined])
  expect(requests.length).toBe(6)
})

test.each<[string, readonly SimulatedResponse[]]>([
  ['at the first try', [GONE]],
  ['after a try that was refused before any work', [refusal(429, 33002, { 'Retry-After': '1' }), GONE]],
  ['from another server', ['broken', { status: 404, body: '<html>' }]],
])('a removal that gets 404 %s fails', async (_, responses) => {
  const { options, simulated } = aSimulation(sequence(...responses))
  const error = await failure(simulated(new Carillon(options).schedules.cancel('sch_1')))
  expect(error.status).toBe(404)
})

test('an operation that returns a result fails if its retry gets 404', async () => {
  const { options, simulated } = aSimulation(sequence('broken', GONE))
  const left = new Carillon(options).memberships.leave({ phoneNumber: '+12025550123', groupId: 'grp_1' })
  expect(await failure(simulated(left))).toMatchObject({ status: 404, retries: 1 })
})

test('a response that is not from Carillon is reported as unreadable, and a redirect is not followed', async () => {
  for (const response of [
    { status: 200, body: '<html>' },
    { status: 302, headers: { Location: 'https://other' } },
  ]) {
    const { options, requests, simulated } = aSimulation(() => response)
    const error = await failure(simulated(new Carillon(options).credits.balance()))
    expect(error).toMatchObject({ reason: 'unreadable', status: response.status })
    expect(requests.length).toBe(1)
  }
})

test('the secret is sent in the header, and is visible nowhere else', async () => {
  const { options, requests, simulated } = aSimulation(() => refusal(401, 33001, { 'X-Request-Id': 'req_1' }))
  const carillon = new Carillon(options)
  const error = await failure(simulated(carillon.messages.send(SMS)))
  expect(requests[0]!.headers.get('authorization')).toBe(`Basic ${btoa('key_acme:the-secret-of-acme')}`)
  expect(error).toMatchObject({ requestId: 'req_1', moreInfo: 'https://docs/#33001' })
  const admin = new CarillonAdmin({ ...options, token: 'the-secret-of-acme' })
  for (const seen of [error, carillon, admin]) {
    const shown = [inspect(seen, { depth: 20, showHidden: true }), JSON.stringify(seen), String(seen)].join()
    expect(shown).not.toContain('the-secret-of-acme')
    expect(shown).not.toContain(btoa('key_acme:the-secret-of-acme'))
  }
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: 'CarillonError',
    code: 33001,
    message: 'Refused with 33001',
  })
})

test.each(['ftp://sms.example.com', 'https://a:b@sms.example.com', 'https://sms.example.com?x=1', 'sms'])(
  'a URL that cannot belong to an API is refused: %s',
  (url) => {
    expect(() => new Carillon({ url, key: 'k', secret: 's' })).toThrow(/url/i)
  },
)

test('the error for a missing option names it, and shows no value', () => {
  const [url, key, secret] = ['https://sms.example.com', 'key_acme', 'the-secret-of-acme']
  const made = (Class: typeof Carillon | typeof CarillonAdmin, ...given: unknown[]) => Reflect.construct(Class, given)
  const carillon = (received: string) => new TypeError(`new Carillon takes { url, key, secret }, but ${received}`)
  const all = 'url is missing and key is missing and secret is missing'
  expect(() => made(Carillon)).toThrow(carillon(all))
  expect(() => made(Carillon, {})).toThrow(carillon(all))
  expect(() => made(Carillon, { key, secret })).toThrow(carillon('url is missing'))
  expect(() => made(Carillon, { url, key: null, secret })).toThrow(carillon('key is null'))
  expect(() => made(Carillon, { url: new URL(url), key, secret: '' })).toThrow(
    carillon('url is an object and secret is empty'),
  )
  const admin = new TypeError('new CarillonAdmin takes { url, token }, but token is a number')
  expect(() => made(CarillonAdmin, { url, token: 42 })).toThrow(admin)
})

test('a path parameter is encoded, and cannot change the path', async () => {
  const { options, requests, simulated } = aSimulation(() => ({ status: 200, body: {} }))
  const carillon = new Carillon({ ...options, url: 'https://example.com/sms/' })
  await simulated(carillon.links.clicks('go.acme.com/sale', { from: '2026-03-01' }))
  expect(requests[0]!.url).toBe('https://example.com/sms/api/v1/links/go.acme.com%2Fsale/clicks?from=2026-03-01')
  await expect(carillon.contacts.byPhone('..')).rejects.toThrow('phoneNumber must be given')
})
