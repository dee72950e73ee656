import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN } from './testing/samples.js'
import { applyAcme, openTestApi, type TestApi } from './testing/test-api.js'

let fixture: TestApi
let api: TestApi['api']

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  api = fixture.api
  await applyAcme(fixture, { rateLimits: null })
})

describe('a path', () => {
  test.each([
    '/nowhere',
    '/contacts/',
    '/Contacts',
    '/contacts/by-phone',
    '/contacts/by-phone/',
    `${ANN}/`,
    '/groups/a/b',
    '//groups',
  ])('%s is not found: 33404', async (path) => {
    expect(await api('GET', path)).toMatchObject({ status: 404, body: { code: 33404 } })
  })

  test('outside the APIs is not found, without authentication', async () => {
    for (const path of ['/api', '/api/v2/groups', '/%zz', '/HEALTHZ']) {
      expect(await fixture.call('GET', path)).toMatchObject({ status: 404, body: { code: 33404 } })
    }
  })

  test('answers a disallowed method with 33405 and Allow, and lists the allowed methods for OPTIONS', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const { status, body, headers } = await api(method, ANN)
      expect([status, body.code, headers.get('allow')]).toEqual([405, 33405, 'POST, GET, PATCH, HEAD, OPTIONS'])
    }
    const { status, headers, text } = await api('OPTIONS', ANN)
    expect([status, headers.get('allow'), text]).toEqual([204, 'POST, GET, PATCH, HEAD, OPTIONS', ''])
  })
})

describe('an internal failure', () => {
  const broken = async (error: Error) => {
    const adapters = inMemory()
    const failing = {
      ...adapters,
      unitOfWork: { run: () => Promise.reject(error), runOne: () => Promise.reject(error) },
    }
    await applyAcme(await openTestApi(adapters))
    return openTestApi(failing)
  }

  test('is reported as 33500 without the cause, which is logged with the request id', async () => {
    const cause = new Error('duplicate key (+12025550123) in table contact')
    const { api, log } = await broken(cause)
    const { status, body, text, headers } = await api('GET', ANN)
    expect([status, body.code]).toEqual([500, 33500])
    expect(text).not.toMatch(/duplicate|contact-store|\.ts/)
    const line = log.find(({ level }) => level === 'error')
    expect(line?.fields).toMatchObject({ requestId: headers.get('x-request-id'), err: cause })
  })

  test('is reported as 33503 with Retry-After if a dependency is unreachable', async () => {
    const { api } = await broken(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    const { status, body, headers } = await api('GET', ANN)
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 33503, '2'])
  })
})
