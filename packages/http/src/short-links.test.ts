import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import type { CreateApiOptions } from './create-api.js'
import { shortLinks } from './index.js'
import { SALE, openMessaging } from './testing/messaging-house.js'
import { rawRequest, type RawRequest } from './testing/raw-request.js'
import { ACME, listen } from './testing/test-api.js'

const HOST = 'go.acme.com'

async function open(options: Partial<CreateApiOptions> = {}) {
  const house = await openMessaging(inMemory(), options)
  await house.declare({ trackingLinks: [SALE] })
  const { id, body: url } = (await house.send({ body: '{{trackingLink "go.acme.com/sale"}}' })).body
  const get = (path: string, headers: RawRequest['headers'] = { host: HOST }, method = 'GET') =>
    rawRequest(house.url, { method, path, headers })
  return {
    ...house,
    get,
    path: new URL(url).pathname,
    clicks: async () => (await house.api('GET', `/messaging/message/${id}/clicks`)).body.results[0],
    /** Where a request is led to, or the status where it is led nowhere. */
    leads: async (...asked: Parameters<typeof get>) => {
      const { status, headers } = await get(...asked)
      return headers.location ?? status
    },
  }
}

let house: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  house = await open()
})

describe('a tracking link', () => {
  test('leads by 302 to its target and nothing else: no body, no cookie, and nobody keeps it', async () => {
    const { status, headers, text } = await house.get(house.path)
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

  test("says nothing of the host that it is on, which is not the service's to speak for", async () => {
    const { headers } = await house.get(house.path)
    expect(headers).not.toHaveProperty('strict-transport-security')
    const unknown = await house.get('/unknown')
    expect(unknown.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('bare, with an unknown code, and with what is no code leads there too, and is nobody of a message', async () => {
    for (const path of ['/sale', '/sale/', '/sale//', '/sale/aaaaaaaaaa', '/sale/x', '/sale/...', `${house.path}x`]) {
      expect([path, await house.leads(path)]).toEqual([path, SALE.target])
    }
    expect(await house.clicks()).toMatchObject({ people: 0, bots: 0 })
  })

  test('counts with a query, a slash or the full stop of its sentence behind it as well', async () => {
    for (const behind of ['', '?utm=1&to=//evil.example', '/', '/?', '?//evil.example', '.', '.?utm=1']) {
      expect(await house.leads(house.path + behind)).toBe(SALE.target)
    }
    expect(await house.clicks()).toMatchObject({ people: 7 })
  })

  test('is followed in encoded letters, but an encoded slash parts nothing', async () => {
    const encoded = `/%73ale/${house.path.slice('/sale/'.length).replace(/^./, (letter) => `%${hex(letter)}`)}`
    expect(await house.leads(encoded)).toBe(SALE.target)
    expect(await house.clicks()).toMatchObject({ people: 1 })
    expect(await house.leads(house.path.replace('/sale/', '/sale%2f'))).toBe(404)
    expect(await house.leads('/sale%2F')).toBe(404)
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
  ])('is none with another path: %s', async (path) => {
    const { status, text, headers } = await house.get(path)
    expect([status, JSON.parse(text).code, headers.location]).toEqual([404, 33404, undefined])
  })

  test('is none by another method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect([method, await house.leads(house.path, { host: HOST, 'content-length': '0' }, method)]).toEqual([
        method,
        404,
      ])
    }
    expect(await house.clicks()).toMatchObject({ people: 0, bots: 0 })
  })

  test('that was removed leads nowhere', async () => {
    const account = { ...ACME, trackingLinks: [] }
    expect((await house.admin('POST', '/apply?prune=true', { body: { account } })).status).toBe(200)
    expect(await house.leads(house.path)).toBe(404)
  })

  test('leads where it is said now', async () => {
    await house.declare({ trackingLinks: [{ ...SALE, target: 'https://example.com/new' }] })
    expect(await house.leads(house.path)).toBe('https://example.com/new')
  })
})

describe('who only looks is counted apart:', () => {
  test('HEAD, which is answered the same', async () => {
    const { status, headers } = await house.get(house.path, { host: HOST }, 'HEAD')
    expect([status, headers.location]).toEqual([302, SALE.target])
    expect(await house.clicks()).toMatchObject({ people: 0, bots: 1 })
  })

  test.each([
    ['Sec-Purpose', 'prefetch'],
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'Prefetch'],
    ['X-Purpose', 'preview'],
    ['X-Moz', 'prefetch'],
  ])('%s: %s', async (name, value) => {
    expect(await house.leads(house.path, { host: HOST, [name]: value })).toBe(SALE.target)
    expect(await house.clicks()).toMatchObject({ people: 0, bots: 1 })
  })

  test('an app that shows previews of links', async () => {
    expect(await house.leads(house.path, { host: HOST, 'user-agent': 'WhatsApp/2.23.20.0' })).toBe(SALE.target)
    expect(await house.clicks()).toMatchObject({ people: 0, bots: 1 })
  })
})

describe('the host', () => {
  test.each(['go.acme.com', 'GO.Acme.COM', 'go.acme.com:8080', 'go.acme.com.'])(
    '%s is that of the link',
    async (host) => {
      expect(await house.leads(house.path, { host })).toBe(SALE.target)
    },
  )

  test.each([
    'acme.com',
    'x.go.acme.com',
    'go.acme.com.evil.example',
    'user@go.acme.com',
    'user:pass@go.acme.com',
    'evil.example',
    'go.acme.com/x',
    'go.acme.com#',
    'go.acme.com\\',
    '[::1]',
    '[go.acme.com',
    ':80',
    '',
    ' ',
    `${'a.'.repeat(4_000)}com`,
  ])('%j is not', async (host) => {
    expect(await house.leads(house.path, { host })).toBe(404)
  })

  test('of a proxy counts where it is trusted, and nowhere else', async () => {
    const forwarded = { host: 'internal.example', 'x-forwarded-host': HOST }
    const turned = { host: HOST, 'x-forwarded-host': 'internal.example' }
    expect([await house.leads(house.path, forwarded), await house.leads(house.path, turned)]).toEqual([
      404,
      SALE.target,
    ])
    const behind = await open({ trustProxy: 1 })
    expect([await behind.leads(behind.path, forwarded), await behind.leads(behind.path, turned)]).toEqual([
      SALE.target,
      404,
    ])
    expect(await behind.leads(behind.path)).toBe(SALE.target)
    const elsewhere = await open({ trustProxy: '10.0.0.0/8' })
    expect(await elsewhere.leads(elsewhere.path, forwarded)).toBe(404)
  })

  test('is the first where several are named, and never more than one', async () => {
    const twice = (name: string, ...values: string[]) => values.flatMap((value) => [name, value])
    expect(await house.leads(house.path, twice('Host', HOST, 'evil.example'))).toBe(SALE.target)
    expect(await house.leads(house.path, twice('Host', 'evil.example', HOST))).toBe(404)
    expect(await house.leads(house.path, { host: `${HOST}, evil.example` })).toBe(404)
    const { leads, path } = await open({ trustProxy: true })
    const via = (...values: string[]) => ['Host', 'x.example', ...twice('X-Forwarded-Host', ...values)]
    expect(await leads(path, via(HOST, 'evil.example'))).toBe(SALE.target)
    expect(await leads(path, via(`${HOST}, evil.example`))).toBe(SALE.target)
    expect(await leads(path, via('evil.example', HOST))).toBe(404)
  })

  test('that is not known is answered as any path that is not there', async () => {
    const bodies = []
    for (const host of [HOST, 'unknown.example']) bodies.push((await house.get('/nowhere', { host })).text)
    expect(bodies[0]).toBe(bodies[1])
  })
})

describe('nobody is led to where no link was registered for', () => {
  test.each([
    '//evil.example',
    '//evil.example/sale',
    '/\\evil.example',
    '/\\/evil.example/%2e%2e',
    '/https://evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/sale//evil.example',
    '/sale/..//evil.example',
    '/.evil.example',
    '/@evil.example',
    'http://evil.example/',
    'http://evil.example//sale',
  ])('by %s', async (path) => {
    expect(await house.leads(path)).toBe(404)
  })

  test('by the host of a whole URL in place of a path: the header alone counts', async () => {
    expect(await house.leads(`http://evil.example${house.path}`)).toBe(SALE.target)
    expect(await house.leads(`http://go.acme.com${house.path}`, { host: 'evil.example' })).toBe(404)
  })

  test('by a code that is made to break out', async () => {
    for (const code of ['%0d%0aLocation:%20https:%2f%2fevil.example', '%0a', '%c4%8d%c4%8aX:y', '@evil.example']) {
      expect([404, SALE.target]).toContain(await house.leads(`/sale/${code}`))
    }
  })
})

describe('the target is told byte for byte', () => {
  const targetOf = async (target: string) => {
    await house.declare({ trackingLinks: [{ link: SALE.link, target }] })
    return (await house.get('/sale')).headers.location
  }

  test.each([
    'https://shop.example.com',
    'HTTP://Shop.Example.com:80/a/../b',
    'https://shop.example.com/100%',
    'https://shop.example.com/%7Bx%7d/%zz?a[b]=1&c={d}|"e"#<f>',
    "https://shop.example.com/a'b(c)*!~`^\\",
    'https://user:secret@shop.example.com/?next=//evil.example',
    'https://[2001:db8::1]:8443/a',
  ])('%s', async (target) => {
    expect(await targetOf(target)).toBe(target)
  })

  test.each([
    ['https://shop.example.com/big sale', 'https://shop.example.com/big%20sale'],
    ['https://shop.example.com/größe?für=100%', 'https://shop.example.com/gr%C3%B6%C3%9Fe?f%C3%BCr=100%'],
    ['https://bücher.example/a%20b', 'https://xn--bcher-kva.example/a%20b'],
    ['https://shop.example.com/🔔#č', 'https://shop.example.com/%F0%9F%94%94#%C4%8D'],
  ])('or as a browser spells it, where a header cannot carry it: %s', async (target, told) => {
    expect(await targetOf(target)).toBe(told)
  })

  test.each([
    ['https://x_y.com:99999/ a', 'https://x_y.com:99999/%20a'],
    ['https://x_y.com:99999/a%20größe\u00a0🔔', 'https://x_y.com:99999/a%20gr%C3%B6%C3%9Fe%C2%A0%F0%9F%94%94'],
  ])('or, where a browser has no spelling for what an embedder stored, with that encoded: %j', async (target, told) => {
    const declaration = { name: 'Acme', trackingLinks: [{ link: SALE.link, target }] }
    await house.useCases.applyAccount.execute({ declaration, prune: false })
    const { status, headers } = await house.get('/sale')
    expect([status, headers.location]).toEqual([302, told])
  })
})

test('log and metrics know a click by its pattern, never by its path, code, agent or target', async () => {
  await house.get(house.path, { host: HOST, 'user-agent': 'a private agent' })
  await house.get('/nowhere/private')
  const lines = house.log.filter(({ message }) => message === 'request').slice(-2)
  expect(lines.map(({ fields: { method, route, status } }) => [method, route, status])).toEqual([
    ['GET', '/:link', 302],
    ['GET', 'unknown', 404],
  ])
  const code = house.path.split('/').at(-1)!
  const told = JSON.stringify(house.log) + (await house.registry.metrics())
  for (const secret of [code, 'private', 'shop.example.com', HOST]) expect(told).not.toContain(secret)
})

test('what the service answers itself stays what it is, on the host of a link too', async () => {
  const statuses = []
  for (const path of ['/healthz', '/openapi.yaml', '/api/v1/groups', '/admin/v1/accounts', '/api/v1/sale']) {
    statuses.push((await house.get(path)).status)
  }
  expect(statuses).toEqual([200, 200, 401, 401, 401])
})

test('where the links are out of reach, whoever follows one is told to come again', async () => {
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
  const { status, text, headers } = await rawRequest(url, { path: '/sale', headers: { host: HOST } })
  expect([status, JSON.parse(text).code, headers['retry-after']]).toEqual([503, 33503, '2'])
})

test('an embedder puts them behind its own pages, and the links below a path have it in their names', async () => {
  const { useCases, admin } = house
  const trackingLinks = [SALE, { link: 'go.acme.com/l/sale', target: 'https://shop.example.com/below' }]
  await admin('POST', '/apply', { body: { account: { name: 'Acme', trackingLinks } } })
  const app = express()
  app.get('/own', (_req, res) => void res.send('own'))
  app.use('/l', shortLinks(useCases))
  app.use(shortLinks(useCases))
  app.use((_req, res) => void res.status(404).send('own 404'))
  const { url, close } = await listen(app)
  const get = (path: string) => rawRequest(url, { path, headers: { host: HOST } })
  expect((await get('/own')).text).toBe('own')
  expect((await get(house.path)).headers.location).toBe(SALE.target)
  expect((await get('/l/sale')).headers.location).toBe('https://shop.example.com/below')
  expect(await get('/nowhere')).toMatchObject({ status: 404, text: 'own 404' })
  expect(await get('/%zz')).toMatchObject({ status: 404, text: 'own 404' })
  await close()
})

function hex(letter: string): string {
  return letter.charCodeAt(0).toString(16)
}
