import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Counter, Registry } from 'prom-client'
import { freeAddress, listen, urlOf, type Listening } from '../listening/listening.js'
import { workerPages } from './worker-pages.js'

let url: string
let listening: Listening
let ready: () => Promise<Record<string, string>>
let down: readonly string[] = []
const registry = new Registry()

beforeAll(async () => {
  const address = await freeAddress({ host: '127.0.0.1', port: 0 })
  url = urlOf(address)
  listening = await listen(workerPages({ registry, ready: () => ready(), carriersDown: () => down }), address)
})

afterAll(() => listening.stop({ graceMs: 0 }))

test('the worker is always healthy, and is ready if its database is', async () => {
  ready = () => Promise.resolve({ database: 'not ready' })
  expect(await responseTo('/healthz')).toEqual([200, { status: 'ok' }])
  expect(await responseTo('/readyz')).toEqual([503, { status: 'unavailable', checks: { database: 'not ready' } }])
  ready = () => Promise.resolve({ database: 'ok' })
  expect(await responseTo('/readyz?verbose')).toEqual([200, { status: 'ok', checks: { database: 'ok' } }])
})

test('the carriers that get no texts of this worker are named, and it stays ready', async () => {
  ready = () => Promise.resolve({ database: 'ok' })
  down = ['main']
  const body = { status: 'ok', checks: { database: 'ok' }, carriersDown: ['main'] }
  expect(await responseTo('/readyz')).toEqual([200, body])
  down = []
  expect(await responseTo('/readyz')).toEqual([200, { status: 'ok', checks: { database: 'ok' } }])
})

test('the metrics are exported for Prometheus', async () => {
  new Counter({ name: 'rings_total', help: 'Rings', registers: [registry] }).inc(3)
  const response = await fetch(`${url}/metrics`)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  expect(await response.text()).toMatch(/^rings_total 3$/m)
})

test('other paths and methods are refused', async () => {
  const statusOf = async (path: string, method = 'GET') => (await fetch(url + path, { method })).status
  expect(await statusOf('/')).toBe(404)
  expect(await statusOf('/constructor')).toBe(404)
  expect(await statusOf('/metrics', 'POST')).toBe(405)
  expect(await statusOf('/metrics', 'HEAD')).toBe(200)
})

test('a failure is a response with status 500, without the reason', async () => {
  ready = () => Promise.reject(new Error('password of db.internal is wrong'))
  const response = await fetch(`${url}/readyz`)
  expect([response.status, await response.text()]).toEqual([500, ''])
})

async function responseTo(path: string): Promise<unknown> {
  const response = await fetch(url + path)
  return [response.status, await response.json()]
}
