import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Client } from 'pg'

// Starts each example as its README says, with the built packages. Contract suites of examples run as separate tests.

const EXAMPLES = join(import.meta.dirname, '../examples')
const run = promisify(execFile)
const database = `examples_${process.pid}`
let server: Client
let url: string
let shop: ChildProcessByStdio<null, Readable, null> | undefined

beforeAll(async () => {
  const serverUrl = process.env['CARILLON_TEST_POSTGRES_URL']!
  server = new Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`create database ${database}`)
  url = serverUrl.replace('/carillon?', `/${database}?`)
})

afterAll(async () => {
  shop?.kill('SIGKILL')
  await server.query(`drop database ${database} with (force)`)
  await server.end()
})

test('this file covers all examples', () => {
  expect(readdirSync(EXAMPLES).toSorted()).toEqual([
    'express-postgres',
    'memory',
    'rate-limiter',
    'simulated-clock',
    'sms-provider',
  ])
})

test.each([
  ['memory', [`body: 'Hi Ann'`, `status: 'sent'`]],
  ['sms-provider', ['sent [', `body: 'Ding dong'`]],
  ['simulated-clock', ['2026-03-02T10:00:00.000Z Hi Ann, see you at 09:30 UTC.\n']],
  ['rate-limiter', ['request 1 is allowed, 1 left\nrequest 2 is allowed, 0 left\nrequest 3 is refused\n']],
])('%s prints the expected text', async (example, expected) => {
  const { stdout } = await run('node', ['start.js'], { cwd: join(EXAMPLES, example), env: environment() })
  for (const words of expected) expect(stdout).toContain(words)
})

test.each(['rate-limiter', 'express-postgres'])('%s without a database names the missing setting', async (example) => {
  const started = run('node', ['start.js'], { cwd: join(EXAMPLES, example), env: { PATH: process.env['PATH'] } })
  await expect(started).rejects.toMatchObject({ stderr: expect.stringContaining('Error: Set DATABASE_URL') })
})

test('the tests of simulated-clock pass', async () => {
  const { stdout } = await run('node', ['--test', '--test-reporter=tap'], {
    cwd: join(EXAMPLES, 'simulated-clock'),
    env: environment(),
  })
  expect(stdout).toMatch(/^# pass 3$/m)
})

test('the shop texts its customers, keeps separate tables, and stops', async () => {
  const secret = 'a-secret-of-the-shop'
  shop = spawn('node', ['start.js'], {
    cwd: join(EXAMPLES, 'express-postgres'),
    env: { ...environment(), PORT: '0', SHOP_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.race([once(shop.stdout, 'data'), once(shop, 'exit')])
  const [, base] = /is running: (\S+)/.exec(String(said))!
  const authorization = `Basic ${Buffer.from(`key_shop:${secret}`).toString('base64')}`
  const call = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(base + path, { method, headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const api = (method: string, path: string) => call(method, `/texting/api/v1${path}`, { authorization })

  expect(await api('POST', '/contacts/by-phone/%2B12025550123')).toMatchObject({ status: 201 })
  const { body } = await api('GET', '/groups')
  const [group] = body['results'] as { readonly id: string }[]
  expect(await call('POST', '/orders/+12025550123/ready')).toMatchObject({ status: 422 })
  expect(await api('POST', `/contacts/by-phone/%2B12025550123/groups/${group!.id}`)).toMatchObject({ status: 200 })
  const order = { 'idempotency-key': 'order-17' }
  const first = await call('POST', '/orders/+12025550123/ready', order)
  expect(first).toMatchObject({ status: 201 })
  expect(await call('POST', '/orders/+12025550123/ready', order)).toEqual(first)

  shop.kill('SIGTERM')
  expect(await once(shop, 'exit')).toEqual([0, null])
  const own = new Client({ connectionString: url })
  await own.connect()
  expect((await own.query('select phone from public.account')).rows).toEqual([{ phone: '+12025550123' }])
  expect((await own.query('select name from texting.account')).rows).toEqual([{ name: 'Shop' }])
  await own.end()
})

function environment() {
  return { PATH: process.env['PATH'], DATABASE_URL: url }
}
