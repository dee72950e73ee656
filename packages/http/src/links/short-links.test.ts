import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import { shortLinks } from '../index.js'
import { LINK_HOST, openLinks } from '../testing/fixtures/link-fixture.js'
import { SALE, openMessaging } from '../testing/fixtures/messaging-fixture.js'
import { rawRequest } from '../testing/raw-request.js'
import { ACME, listen } from '../testing/test-api.js'

let fixture: Awaited<ReturnType<typeof openLinks>>
let clock: ReturnType<typeof inMemory>['clock']

beforeEach(async () => {
  const adapters = inMemory()
  clock = adapters.clock
  fixture = await openLinks(adapters)
})

describe('a tracking link', () => {
  test('redirects to its target with 302, without a body or a cookie, and is not cached', async () => {
    const { status, headers, text } = await fixture.get(fixture.path)
    expect([status, headers.location, text]).toEqual([302, SALE.target, ''])
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-length': '0',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.stringMatching(/^req_/),
    })
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['set-cookie']))
    expect(headers).not.toHaveProperty('content-type')
  })

  test('is logged with the account, but without the code, and an unknown path without an account', async () => {
    fixture.log.splice(0)
    await fixture.get(fixture.path)
    await fixture.get('/unknown')
    await fixture.logged('request', 2)
    expect(fixture.log.map(({ fields }) => [fields['route'], fields['account']])).toEqual([
      ['/:link', expect.stringMatching(/^acc_/)],
      ['unknown', undefined],
    ])
    expect(JSON.stringify(fixture.log)).not.toContain(fixture.path.split('/').at(-1))
  })

  test('does not set HSTS, because its host belongs to the account', async () => {
    const { headers } = await fixture.get(fixture.path)
    expect(headers).not.toHaveProperty('strict-transport-security')
    const unknown = await fixture.get('/unknown')
    expect(unknown.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('also redirects without a code or with an unknown code, but the click counts for no message', async () => {
    for (const path of ['/sale', '/sale/', '/sale//', '/sale/aaaaaaaaaa', '/sale/x', '/sale/...', `${fixture.path}x`]) {
      expect([path, await fixture.leads(path)]).toEqual([path, SALE.target])
    }
    expect(await fixture.clicks()).toMatchObject({ people: 0, bots: 0 })
  })

  test('is also found, and counts a click, when a query, a slash or a full stop follows it', async () => {
    for (const behind of ['', '?utm=1&to=//evil.example', '/', '/?', '?//evil.example', '.', '.?utm=1']) {
      expect(await fixture.leads(fixture.path + behind)).toBe(SALE.target)
      clock.advance(1_000)
    }
    expect(await fixture.clicks()).toMatchObject({ people: 7 })
  })

  test('matches percent-encoded letters, but not an encoded slash as a separator', async () => {
    const encoded = `/%73ale/${fixture.path.slice('/sale/'.length).replace(/^./, (letter) => `%${hex(letter)}`)}`
    expect(await fixture.leads(encoded)).toBe(SALE.target)
    expect(await fixture.clicks()).toMatchObject({ people: 1 })
    expect(await fixture.leads(fixture.path.replace('/sale/', '/sale%2f'))).toBe(404)
    expect(await fixture.leads('/sale%2F')).toBe(404)
  })

  test.each([
    '/Sale',
    '/sal',
    '/sale/a/b',
    '/sale///',
    '//sale',
    '/./sale',
    '/x/../sale',
    '/sale%00',
    '/sale%',
    '/%zz',
  ])('is not found by a similar path: %s', async (path) => {
    const { status, text, headers } = await fixture.get(path)
    expect([status, JSON.parse(text).code, headers.location]).toEqual([404, 33404, undefined])
  })

  test('is not found by a method other than GET or HEAD', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect([method, await fixture.leads(fixture.path, { host: LINK_HOST, 'content-length': '0' }, method)]).toEqual([
        method,
        404,
      ])
    }
    expect(await fixture.clicks()).toMatchObject({ people: 0, bots: 0 })
  })

  test('that was removed is not found', async () => {
    const account = { ...ACME, trackingLinks: [] }
    expect((await fixture.admin('POST', '/apply?prune=true', { body: { account } })).status).toBe(200)
    expect(await fixture.leads(fixture.path)).toBe(404)
  })

  test('redirects to its current target', async () => {
    await fixture.declare({ trackingLinks: [{ ...SALE, target: 'https://example.com/new' }] })
    expect(await fixture.leads(fixture.path)).toBe('https://example.com/new')
  })
})

describe('these visitors are counted as bots:', () => {
  test('a HEAD request, which gets the same redirect', async () => {
    const { status, headers } = await fixture.get(fixture.path, { host: LINK_HOST }, 'HEAD')
    expect([status, headers.location]).toEqual([302, SALE.target])
    expect(await fixture.clicks()).toMatchObject({ people: 0, bots: 1 })
  })

  test.each([
    ['Sec-Purpose', 'prefetch'],
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'Prefetch'],
    ['X-Purpose', 'preview'],
    ['X-Moz', 'prefetch'],
  ])('%s: %s', async (name, value) => {
    expect(await fixture.leads(fixture.path, { host: LINK_HOST, [name]: value })).toBe(SALE.target)
    expect(await fixture.clicks()).toMatchObject({ people: 0, bots: 1 })
  })

  test('an app that builds link previews', async () => {
    expect(await fixture.leads(fixture.path, { host: LINK_HOST, 'user-agent': 'WhatsApp/2.23.20.0' })).toBe(SALE.target)
    expect(await fixture.clicks()).toMatchObject({ people: 0, bots: 1 })
  })
})

test('visitors are distinguished by their address, which is in X-Forwarded-For only if the proxy is trusted', async () => {
  for (const [options, counts] of [
    [{}, { people: 1, repeats: 2 }],
    [{ trustProxy: 1 }, { people: 2, repeats: 1 }],
  ] as const) {
    const { leads, path, clicks } = await openLinks(inMemory(), options)
    for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.7']) {
      expect(await leads(path, { host: LINK_HOST, 'x-forwarded-for': address })).toBe(SALE.target)
    }
    expect(await clicks()).toMatchObject(counts)
  }
})

test('log and metrics contain the route pattern of a click, never its path, code, agent or target', async () => {
  await fixture.get(fixture.path, { host: LINK_HOST, 'user-agent': 'a private agent' })
  await fixture.get('/nowhere/private')
  const lines = fixture.log.filter(({ message }) => message === 'request').slice(-2)
  expect(lines.map(({ fields: { method, route, status } }) => [method, route, status])).toEqual([
    ['GET', '/:link', 302],
    ['GET', 'unknown', 404],
  ])
  const code = fixture.path.split('/').at(-1)!
  const recorded = JSON.stringify(fixture.log) + (await fixture.registry.metrics())
  for (const secret of [code, 'private', 'shop.example.com', LINK_HOST]) expect(recorded).not.toContain(secret)
})

test('the routes of the service also work on the host of a link', async () => {
  const statuses = []
  for (const path of ['/healthz', '/openapi.yaml', '/api/v1/groups', '/admin/v1/accounts', '/api/v1/sale']) {
    statuses.push((await fixture.get(path)).status)
  }
  expect(statuses).toEqual([200, 200, 401, 401, 401])
})

test('a visitor gets 503 with Retry-After while the links cannot be read', async () => {
  const adapters = inMemory()
  const { unitOfWork } = adapters
  let isDown = false
  const shaky: typeof unitOfWork = {
    run: (work) =>
      isDown ? Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })) : unitOfWork.run(work),
    runOne: (work) => unitOfWork.runOne(work),
  }
  const { url, declare } = await openMessaging({ ...adapters, unitOfWork: shaky })
  await declare({ trackingLinks: [SALE] })
  isDown = true
  const { status, text, headers } = await rawRequest(url, { path: '/sale', headers: { host: LINK_HOST } })
  expect([status, JSON.parse(text).code, headers['retry-after']]).toEqual([503, 33503, '2'])
})

test('an embedder can mount short links after its pages, and below a path that is part of the link', async () => {
  const { useCases, admin } = fixture
  const trackingLinks = [SALE, { link: 'go.acme.com/l/sale', target: 'https://shop.example.com/below' }]
  await admin('POST', '/apply', { body: { account: { name: 'Acme', trackingLinks } } })
  const app = express()
  app.get('/own', (_req, res) => void res.send('own'))
  app.use('/l', shortLinks(useCases))
  app.use(shortLinks(useCases))
  app.use((_req, res) => void res.status(404).send('own 404'))
  const { url, close } = await listen(app)
  const get = (path: string) => rawRequest(url, { path, headers: { host: LINK_HOST } })
  expect((await get('/own')).text).toBe('own')
  expect((await get(fixture.path)).headers.location).toBe(SALE.target)
  expect((await get('/l/sale')).headers.location).toBe('https://shop.example.com/below')
  expect(await get('/nowhere')).toMatchObject({ status: 404, text: 'own 404' })
  expect(await get('/%zz')).toMatchObject({ status: 404, text: 'own 404' })
  await close()
})

function hex(letter: string): string {
  return letter.charCodeAt(0).toString(16)
}
