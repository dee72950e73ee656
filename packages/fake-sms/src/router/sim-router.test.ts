import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { simOf } from '../testing/sim.js'

const openSim = () => simOf(inMemory())

describe('a body', () => {
  test.each<[type: string]>([['text/plain'], ['application/x-www-form-urlencoded'], ['']])(
    'of the type %j is refused, so that no page of another site can send one',
    async (type) => {
      const { call } = await openSim()
      const response = await call('PUT', '/behaviour', '{"outcome":"accept"}', { 'content-type': type })
      expect(response).toMatchObject({ status: 415, body: { code: 33415 } })
    },
  )

  test('that is not JSON, has an unsupported charset, or is too long is refused', async () => {
    const { call } = await openSim()
    const put = (body: string, type = 'application/json') => call('PUT', '/behaviour', body, { 'content-type': type })
    expect(await put('{"outcome":')).toMatchObject({ status: 400, body: { message: 'The body is not valid JSON' } })
    expect(await put('{}', 'application/json; charset=latin1')).toMatchObject({ status: 415, body: { code: 33415 } })
    expect(await put(JSON.stringify({ outcome: 'x'.repeat(300_000) }))).toMatchObject({
      status: 413,
      body: { code: 33413, message: 'The body is longer than 262144 bytes' },
    })
  })

  test('that is missing is refused', async () => {
    const { call } = await openSim()
    for (const path of ['/inbound', '/receipts']) {
      expect(await call('POST', path)).toMatchObject({ status: 415 })
      expect(await call('POST', path, undefined, { 'content-type': 'application/json' })).toMatchObject({ status: 400 })
    }
  })
})

test.each([
  ['GET', '/texts'],
  ['GET', '/messages'],
  ['GET', '/stats'],
  ['POST', '/inbound'],
  ['PUT', '/behaviour'],
  ['POST', '/receipts'],
  ['DELETE', '/messages'],
])('no response may be stored by browsers and proxies: %s %s', async (method, path) => {
  const { url } = await openSim()
  const { headers } = await fetch(url + path, { method })
  expect(headers.get('cache-control')).toBe('no-store')
})

test('an unknown path is left to the server', async () => {
  const { call } = await openSim()
  expect(await call('GET', '/elsewhere')).toEqual({ status: 404, body: { passedOn: 'path' } })
})
