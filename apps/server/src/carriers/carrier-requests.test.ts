import { gateway, type GatewayDescription } from '@carillon/carriers/gateway'
import { NOW } from '@carillon/contracts'
import type { CarrierAnswer, CarrierNews, CarrierReceipt, CarrierRequest, CarrierWebhooks } from '@carillon/core'
import { SimulationClock } from '@carillon/memory'
import { afterEach, expect, test } from '@jest/globals'
import express, { type RequestHandler } from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { createLogger } from '../logging/logger.js'
import { createCarrierMetrics } from './carrier-metrics.js'
import { carrierRequests } from './carrier-requests.js'
import { boundedRouter, CARRIER_PATH } from './module/carrier-path.js'

const PUBLIC_URL = 'https://sms.example.com/texts'
const RECEIPT: CarrierReceipt = { kind: 'receipt', reference: 'acc.msg', providerId: 'SM1', at: null, failure: null }
const NEWS: CarrierAnswer = { kind: 'news', news: [RECEIPT], reply: null }

const STORED_WITHIN_MS = 200

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Given = {
  /** What the carrier `main` makes of each request for receipts. */
  readonly read?: (request: CarrierRequest) => CarrierAnswer
  readonly webhooks?: CarrierWebhooks
  readonly modules?: ReadonlyMap<string, RequestHandler>
}

async function open({ read = () => NEWS, webhooks, modules = new Map() }: Given = {}) {
  const registry = new Registry()
  const received: (readonly [carrier: string, news: readonly CarrierNews[]])[] = []
  const logged: Record<string, unknown>[] = []
  const state = { fails: false, stored: Promise.resolve() }
  const inbound = (): CarrierAnswer => ({ kind: 'unreadable', reason: 'Tests text nothing' })
  const router = carrierRequests({
    webhooks: new Map([['main', webhooks ?? { receipts: read, inbound }]]),
    storedWithinMs: STORED_WITHIN_MS,
    ...{ modules, publicUrl: PUBLIC_URL, clock: new SimulationClock(NOW), metrics: createCarrierMetrics(registry) },
    logger: createLogger('info', { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) }),
    receive: async (carrier, news) => {
      if (state.fails) throw new Error('The database is down')
      await state.stored
      received.push([carrier, news])
    },
  })
  const server = express().use(CARRIER_PATH, boundedRouter(router)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${CARRIER_PATH}`
  return {
    ...{ received, logged, state },
    post: async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${url}${path}`, { method: 'POST', headers: { connection: 'close' }, ...init })
      return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
    },
    counted: async () => {
      const text = await registry.getSingleMetricAsString('carillon_carrier_requests_total')
      return [...text.matchAll(/kind="(\w+)",outcome="(\w+)"\} ([1-9]\d*)/g)].map(([, ...counted]) => counted.join(' '))
    },
  }
}

test('news is answered with an empty 200 after it is stored', async () => {
  const { post, received, counted, logged } = await open()
  expect(await post('/main/receipts')).toMatchObject({ status: 200, body: '' })
  expect(received).toEqual([['main', [RECEIPT]]])
  expect([await counted(), logged]).toEqual([['receipts taken 1'], []])
})

test('the carrier reads the exact bytes, at the public URL', async () => {
  const requests: CarrierRequest[] = []
  const { post } = await open({
    read(request) {
      requests.push(request)
      return NEWS
    },
  })
  await post('/main/receipts?a=%20b', { body: '{ "a": 1 }', headers: { 'x-signature': 'abc', connection: 'close' } })
  const [request] = requests
  expect(request).toMatchObject({
    ...{ method: 'POST', url: `${PUBLIC_URL}/provider/main/receipts?a=%20b`, at: NOW },
    headers: { 'x-signature': 'abc' },
  })
  expect(Buffer.from(request!.body).toString()).toBe('{ "a": 1 }')
})

test.each([
  ['forged', 403],
  ['absent', 404],
  ['unreadable', 400],
] as const)('a request that is %s gets %i with the reason, and is counted and logged', async (kind, status) => {
  const { post, received, counted, logged } = await open({ read: () => ({ kind, reason: 'No signature' }) })
  expect(await post('/main/receipts')).toEqual({ status, type: 'text/plain; charset=utf-8', body: 'No signature' })
  expect([received, await counted()]).toEqual([[], [`receipts ${kind} 1`]])
  expect(logged).toMatchObject([
    {
      ...{ level: 'warn', msg: 'carrier webhook rejected' },
      ...{ carrier: 'main', endpoint: 'receipts', outcome: kind, reason: 'No signature' },
    },
  ])
})

test('many requests that are refused for one reason are all counted, and logged once', async () => {
  const { post, counted, logged } = await open({ read: () => ({ kind: 'forged', reason: 'No signature' }) })
  await Promise.all(Array.from({ length: 20 }, () => post('/main/receipts')))
  await post('/main/inbound')
  expect(await counted()).toEqual(['receipts forged 20', 'inbound unreadable 1'])
  expect(logged).toHaveLength(2)
})

test('news that cannot be stored gets an error, so that the carrier sends it again', async () => {
  const { post, counted, state } = await open()
  state.fails = true
  expect((await post('/main/receipts')).status).toBe(500)
  state.fails = false
  expect((await post('/main/receipts')).status).toBe(200)
  expect(await counted()).toEqual(['receipts failed 1', 'receipts taken 1'])
})

test('a request that breaks the reader of the carrier gets an error, and is counted as failed', async () => {
  const { post, counted, received } = await open({
    read() {
      throw new TypeError('reading a field of undefined')
    },
  })
  expect((await post('/main/receipts')).status).toBe(500)
  expect([received, await counted()]).toEqual([[], ['receipts failed 1']])
})

const SECRET = 'a-secret-in-a-url-0123456789'
const GATEWAY: GatewayDescription = {
  submit: {
    url: 'https://gateway.example.com/send?to={{to}}&text={{text}}',
    method: 'GET',
    answers: [{ when: { status: 202 }, outcome: 'taken' }],
  },
  receipts: {
    check: { kind: 'secret-in-path', secret: SECRET },
    id: { query: 'id' },
    status: { query: 'status' },
    statuses: { ok: 'delivered' },
    reply: { status: 202, contentType: 'text/xml', body: '<ok/>' },
  },
}

test('a gateway can have a secret behind the path, and gets its own reply', async () => {
  const { webhooks, close } = gateway(GATEWAY, { receiptUrl: null, inboundUrl: null })
  closers.push(close)
  const { post, received, counted } = await open({ webhooks: webhooks! })
  const receipt = '?id=g-1&status=ok'
  expect((await post(`/main/receipts${receipt}`)).status).toBe(403)
  expect((await post(`/main/receipts/wrong${receipt}`)).status).toBe(403)
  expect(received).toEqual([])
  expect(await post(`/main/receipts/${SECRET}${receipt}`)).toEqual({
    ...{ status: 202, body: '<ok/>' },
    type: 'text/xml; charset=utf-8',
  })
  expect(received).toMatchObject([['main', [{ kind: 'receipt', providerId: 'g-1' }]]])
  expect(await counted()).toEqual(['receipts forged 2', 'receipts taken 1'])
})

test.each(['/mian/receipts', '/main', '/main/receipts/', '/main/texts', '/Main/receipts', '/main/receipts/a/b'])(
  '%s is not found',
  async (path) => {
    const { post, received, counted } = await open()
    expect((await post(path)).status).toBe(404)
    expect([received, await counted()]).toEqual([[], []])
  },
)

test('the router of a module gets everything below the name of its carrier', async () => {
  const handle: RequestHandler = (req, res) => void res.send(`${req.url} ${(req.body as Buffer).toString()}`)
  const { post } = await open({ modules: new Map([['mine', handle]]) })
  expect(await post('/mine/any/path', { body: 'abc' })).toMatchObject({ status: 200, body: '/any/path abc' })
})

test('what is not stored in time gets a 503, so that the carrier sends it again, and is stored later', async () => {
  const { post, state, received, counted } = await open()
  let store = () => {}
  state.stored = new Promise<void>((resolve) => (store = resolve))
  expect(await post('/main/receipts')).toMatchObject({ status: 503 })
  expect(received).toEqual([])
  store()
  expect(await post('/main/receipts')).toMatchObject({ status: 200 })
  expect(received).toHaveLength(2)
  expect(await counted()).toEqual(['receipts late 1', 'receipts taken 1'])
})
