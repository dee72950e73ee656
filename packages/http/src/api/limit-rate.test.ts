import { CONTRACT_RATE_LIMITS, type Bucket } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { publicRoutes } from '../public-api.js'
import { applyAcme, openTestApi } from '../testing/test-api.js'

const ANN = '/contacts/by-phone/+12025550123'

const limitsOf = (headers: Headers) => ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))

test('contact writes share one bucket and contact reads another, each with 150 requests in 60 seconds', async () => {
  const fixture = await openTestApi(inMemory())
  const groups = await applyAcme(fixture)
  const member = `${ANN}/groups/${groups['VIP']}`
  let left = 150
  for (const [method, path] of [
    ['POST', ANN],
    ['PATCH', ANN],
    ['POST', member],
    ['DELETE', member],
  ] as const) {
    expect(limitsOf((await fixture.api(method, path)).headers)).toEqual(['150', String(--left), '60'])
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
    expect(limitsOf((await fixture.api('GET', path)).headers)).toEqual(['150', String(--left), '60'])
})

test('a request beyond the limit gets 429 with 33002 and Retry-After before it is validated', async () => {
  const adapters = inMemory()
  const fixture = await openTestApi(adapters)
  await applyAcme(fixture, { rateLimits: { contactApiWrite: 2 } })
  const broken = { raw: '{broken', headers: { 'content-type': 'text/plain' } }
  for (const code of [33003, 33415]) {
    const path = code === 33003 ? '/contacts/by-phone/x' : ANN
    const { body, headers } = await fixture.api('POST', path, code === 33003 ? {} : broken)
    expect([body.code, headers.get('ratelimit-limit')]).toEqual([code, '2'])
  }
  adapters.clock.advance(59_500)
  for (const options of [{}, broken]) {
    const { status, body, headers } = await fixture.api('POST', ANN, options)
    expect(body.details).toEqual({ retryAfterSeconds: 1 })
    expect([status, body.code, headers.get('retry-after'), ...limitsOf(headers)]).toEqual([
      429,
      33002,
      '1',
      '2',
      '0',
      '1',
    ])
  }
  expect((await fixture.api('GET', ANN)).status).toBe(404)
  adapters.clock.advance(500)
  expect((await fixture.api('POST', ANN)).status).toBe(201)
  expect(await fixture.registry.metrics()).toContain('carillon_http_rate_limited_total{bucket="contactApiWrite"} 2')
})

describe('every authenticated request counts, even if no route matches it', () => {
  const strays = [
    ['GET', '/nowhere', 'messagingRead', 404],
    ['POST', '/nowhere', 'messagingWrite', 404],
    ['POST', '/contactsandmore', 'messagingWrite', 404],
    ['PUT', '/account/credits', 'messagingWrite', 405],
    ['OPTIONS', '/links', 'messagingRead', 204],
    ['OPTIONS', ANN, 'messagingRead', 204],
    ['HEAD', '/groups/a/b', 'messagingRead', 404],
    ['PROPFIND', ANN, 'messagingRead', 405],
    ['PUT', ANN, 'messagingWrite', 405],
    ['DELETE', '/groups', 'messagingWrite', 405],
    ['POST', '/contacts/by-phone', 'messagingWrite', 404],
  ] as const

  test.each(strays)('%s %s counts towards %s, and the next request gets 429', async (method, path, bucket, status) => {
    const fixture = await openTestApi(inMemory())
    await applyAcme(fixture, {
      rateLimits: { contactApiRead: 7, contactApiWrite: 7, messagingRead: 7, messagingWrite: 7, [bucket]: 1 },
    })
    const first = await fixture.api(method, path)
    expect([first.status, ...limitsOf(first.headers)]).toEqual([status, '1', '0', '60'])
    const second = await fixture.api(method, path)
    expect([second.status, second.headers.get('retry-after'), ...limitsOf(second.headers)]).toEqual([
      429,
      '60',
      '1',
      '0',
      '60',
    ])
    if (method !== 'HEAD') expect(second.body.code).toBe(33002)
  })

  test('an unauthenticated request does not count', async () => {
    const fixture = await openTestApi(inMemory())
    await applyAcme(fixture, { rateLimits: { messagingRead: 1 } })
    expect(limitsOf((await fixture.call('GET', '/api/v1/nowhere')).headers)).toEqual([null, null, null])
    expect(limitsOf((await fixture.api('GET', '/nowhere')).headers)).toEqual(['1', '0', '60'])
  })
})

describe('every route counts towards exactly one limit', () => {
  const CONTACT = '/contacts/by-phone/:phoneNumber'
  /** The routes that the contract lists, and the other contact routes. */
  const CONTACT_ROUTES: Record<string, Bucket> = {
    [`post ${CONTACT}`]: 'contactApiWrite',
    [`patch ${CONTACT}`]: 'contactApiWrite',
    [`post ${CONTACT}/groups/:groupId`]: 'contactApiWrite',
    [`delete ${CONTACT}/groups/:groupId`]: 'contactApiWrite',
    [`get ${CONTACT}`]: 'contactApiRead',
    'get /groups': 'contactApiRead',
    'get /groups/:groupId': 'contactApiRead',
    'get /contacts/custom-fields/schema': 'contactApiRead',
    'get /contacts': 'contactApiRead',
    'get /contacts/search': 'contactApiRead',
    'get /search': 'contactApiRead',
    'get /groups/:groupId/members': 'contactApiRead',
    'patch /conversations/:conversationId': 'contactApiWrite',
    'post /segments': 'contactApiWrite',
    'get /segments': 'contactApiRead',
    'get /segments/:segmentId': 'contactApiRead',
    'patch /segments/:segmentId': 'contactApiWrite',
    'delete /segments/:segmentId': 'contactApiWrite',
    'get /segments/:segmentId/count': 'contactApiRead',
    [`get ${CONTACT}/consent`]: 'contactApiRead',
    [`get ${CONTACT}/consent/proof`]: 'contactApiRead',
  }
  const ROUTES_OF_THEIR_OWN: Record<string, Bucket> = {
    'post /messaging/message': 'message',
    'post /messaging/broadcast': 'broadcast',
    'post /messaging/batch': 'batch',
    'post /messaging/preview': 'preview',
  }

  function expectedBucket(method: string, path: string): Bucket | undefined {
    const own = CONTACT_ROUTES[`${method} ${path}`] ?? ROUTES_OF_THEIR_OWN[`${method} ${path}`]
    if (own !== undefined) return own
    const access = method === 'get' ? 'Read' : 'Write'
    if (path.startsWith('/messaging/broadcast/schedules')) return `schedule${access}`
    return /^\/(messaging|templates|conversations|links|account|keywords)(\/|$)/.test(path)
      ? `messaging${access}`
      : undefined
  }

  const BUCKETS = Object.keys(CONTRACT_RATE_LIMITS) as Bucket[]
  /** A different limit for each bucket, so that a response shows its bucket. */
  const LIMITS = Object.fromEntries(BUCKETS.map((bucket, i) => [bucket, 1_000 + i]))

  test('which is the limit of its area', async () => {
    const fixture = await openTestApi(inMemory())
    await applyAcme(fixture, { rateLimits: LIMITS })
    const [counted, expected]: Record<string, unknown>[] = [{}, {}]
    for (const { method, path } of publicRoutes(fixture.useCases)) {
      const { headers } = await fixture.api(method.toUpperCase(), path.replace(/:\w+/g, 'x'))
      const [limit] = limitsOf(headers)
      counted![`${method} ${path}`] = BUCKETS.find((bucket) => String(LIMITS[bucket]) === limit)
      expected![`${method} ${path}`] = expectedBucket(method, path)
    }
    expect(counted).toEqual(expected)
    expect(Object.keys(counted!)).toEqual(expect.arrayContaining(Object.keys(CONTACT_ROUTES)))
    expect(new Set(Object.values(counted!))).toEqual(new Set(BUCKETS))
  })

  test('reading messages does not use up the limit of contacts', async () => {
    const fixture = await openTestApi(inMemory())
    await applyAcme(fixture)
    for (let i = 0; i < 150; i++) expect((await fixture.api('GET', '/messaging/message')).status).toBe(200)
    expect((await fixture.api('GET', '/messaging/message')).status).toBe(429)
    expect(limitsOf((await fixture.api('GET', '/contacts')).headers)).toEqual(['150', '149', '60'])
  })
})

test('a null for rateLimits means no limit and no rate limit headers', async () => {
  const fixture = await openTestApi(inMemory())
  await applyAcme(fixture, { rateLimits: null })
  expect(limitsOf((await fixture.api('POST', ANN)).headers)).toEqual([null, null, null])
})
