import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { applyAcme, openTestApi } from './testing/test-api.js'

const ANN = '/contacts/by-phone/+12025550123'

const limitsOf = (headers: Headers) => ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))

test('contact writes share one bucket, reads another, each of 150 in 60 seconds', async () => {
  const house = await openTestApi(inMemory())
  const groups = await applyAcme(house)
  const member = `${ANN}/groups/${groups['VIP']}`
  let left = 150
  for (const [method, path] of [
    ['POST', ANN],
    ['PATCH', ANN],
    ['POST', member],
    ['DELETE', member],
  ] as const) {
    expect(limitsOf((await house.api(method, path)).headers)).toEqual(['150', String(--left), '60'])
  }
  left = 150
  const reads = [
    ANN,
    '/contacts',
    `${ANN}/consent`,
    '/groups',
    `/groups/${groups['VIP']}`,
    '/contacts/custom-fields/schema',
  ]
  for (const path of reads)
    expect(limitsOf((await house.api('GET', path)).headers)).toEqual(['150', String(--left), '60'])
})

test('beyond the limit the answer is 429 with 33002 and Retry-After, before the request is looked at', async () => {
  const adapters = inMemory()
  const house = await openTestApi(adapters)
  await applyAcme(house, { rateLimits: { contactApiWrite: 2 } })
  const broken = { raw: '{broken', headers: { 'content-type': 'text/plain' } }
  for (const code of [33003, 33415]) {
    const path = code === 33003 ? '/contacts/by-phone/x' : ANN
    const { body, headers } = await house.api('POST', path, code === 33003 ? {} : broken)
    expect([body.code, headers.get('ratelimit-limit')]).toEqual([code, '2'])
  }
  adapters.clock.advance(59_500)
  for (const options of [{}, broken]) {
    const { status, body, headers } = await house.api('POST', ANN, options)
    expect([status, body.code, headers.get('retry-after'), ...limitsOf(headers)]).toEqual([
      429,
      33002,
      '1',
      '2',
      '0',
      '1',
    ])
  }
  expect((await house.api('GET', ANN)).status).toBe(404)
  adapters.clock.advance(500)
  expect((await house.api('POST', ANN)).status).toBe(201)
  expect(await house.registry.metrics()).toContain('carillon_http_rate_limited_total{bucket="contactApiWrite"} 2')
})

test('unknown paths and methods are not counted', async () => {
  const house = await openTestApi(inMemory())
  await applyAcme(house, { rateLimits: { contactApiRead: 1, contactApiWrite: 1 } })
  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['PUT', ANN],
    ['OPTIONS', ANN],
  ] as const) {
    expect(limitsOf((await house.api(method, path)).headers)).toEqual([null, null, null])
  }
  expect(limitsOf((await house.api('GET', ANN)).headers)).toEqual(['1', '0', '60'])
})

test('null is no limit, and no headers', async () => {
  const house = await openTestApi(inMemory())
  await applyAcme(house, { rateLimits: null })
  expect(limitsOf((await house.api('POST', ANN)).headers)).toEqual([null, null, null])
})
