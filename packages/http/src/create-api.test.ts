import { request } from 'node:http'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN } from './testing/samples.js'
import { applyAcme, authorized, KEY, openTestApi, type TestApi } from './testing/test-api.js'

let fixture: TestApi
let api: TestApi['api']

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  api = fixture.api
  await applyAcme(fixture, { rateLimits: null })
})

describe('every request', () => {
  test('gets a new id, even if the client sends one', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () =>
        (await api('GET', '/groups', { headers: { 'x-request-id': 'mine' } })).headers.get('x-request-id'),
      ),
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f-]{36}$/)
  })

  test('is logged and measured by its route pattern, never by its path', async () => {
    await api('GET', `${ANN}?name=secret-name`)
    await api('GET', '/nowhere/+12025550123')
    const lines = fixture.log.filter(({ message }) => message === 'request').slice(-2)
    expect(lines.map(({ fields: { method, route, status } }) => [method, route, status])).toEqual([
      ['GET', '/api/v1/contacts/by-phone/:phoneNumber', 404],
      ['GET', 'unknown', 404],
    ])
    expect(lines[0]!.fields).toMatchObject({
      account: expect.stringMatching(/^acc_/),
      requestId: expect.anything(),
      ms: expect.anything(),
    })
    expect(JSON.stringify(fixture.log)).not.toMatch(/2025550123|secret-name/)
    const metrics = await fixture.registry.metrics()
    expect(metrics).toMatch(/_count\{method="GET",route="\/api\/v1\/contacts\/by-phone\/:phoneNumber",status="404"\} 1/)
    expect(metrics).not.toContain('2025550123')
  })

  test('gets the headers of helmet, and no X-Powered-By', async () => {
    const { headers } = await api('GET', '/groups')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('x-powered-by')).toBe(false)
  })

  test('that the client aborts is logged as cut off, without a status', async () => {
    const adapters = inMemory()
    let reached = () => {}
    const arrived = new Promise<void>((resolve) => (reached = resolve))
    const stuck = { ...adapters, keyring: { find: () => new Promise<never>(() => reached()) } }
    const { url, log, logged, registry } = await openTestApi(stuck)
    const sent = request(`${url}/api/v1/groups`, { headers: authorized(KEY) }).on('error', () => {})
    sent.end()
    await arrived
    sent.destroy()
    await logged('request cut off by the client')
    expect(log).toMatchObject([{ level: 'warn', message: 'request cut off by the client', fields: { aborted: true } }])
    expect(log[0]!.fields).not.toHaveProperty('status')
    expect(await registry.metrics()).toContain('status="aborted"} 1')
  })
})

describe('the root path', () => {
  test('redirects to the docs', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await fetch(`${fixture.url}/?from=mail`, { method, redirect: 'manual' })
      expect([method, status, headers.get('location')]).toEqual([method, 303, 'docs'])
    }
    const { body, headers } = await fixture.call('POST', '/')
    expect([body.code, headers.get('allow')]).toEqual([33405, 'GET, HEAD, OPTIONS'])
  })
})

describe('the pages for monitoring', () => {
  test('report that the process responds', async () => {
    expect((await fixture.call('GET', '/healthz')).body).toEqual({ status: 'ok' })
    expect((await fixture.call('POST', '/healthz')).body.code).toBe(33405)
  })

  test('report whether the service is ready, and why not', async () => {
    expect(await fixture.call('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok' } },
    })
    const ready = async () => ({ database: 'ok', clock: 'differs by 300 ms' })
    const { call } = await openTestApi(inMemory(), { ready })
    const { status, body } = await call('GET', '/readyz')
    expect([status, body]).toEqual([503, { status: 'unavailable', checks: await ready() }])
  })

  test('have no ETag: only the documentation pages have one', async () => {
    expect((await fixture.call('GET', '/healthz')).headers.get('etag')).toBeNull()
  })

  test('show the metrics', async () => {
    const { status, text } = await fixture.call('GET', '/metrics')
    expect(status).toBe(200)
    expect(text).toContain('carillon_http_request_duration_seconds')
  })

  test('also show the metrics of other processes', async () => {
    const { call } = await openTestApi(inMemory(), { otherMetrics: async () => 'jobs_total 7\n' })
    const { text } = await call('GET', '/metrics')
    expect(text).toMatch(/^# TYPE carillon_form_limits_total counter\njobs_total 7\n$/m)
  })
})
