import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { LINK_HOST, openLinks } from '../testing/fixtures/link-fixture.js'
import { SALE } from '../testing/fixtures/messaging-fixture.js'

let fixture: Awaited<ReturnType<typeof openLinks>>

beforeEach(async () => {
  fixture = await openLinks(inMemory())
})

describe('the host', () => {
  test.each(['go.acme.com', 'GO.Acme.COM', 'go.acme.com:8080', 'go.acme.com.'])(
    '%s matches the host of the link',
    async (host) => {
      expect(await fixture.leads(fixture.path, { host })).toBe(SALE.target)
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
  ])('%j does not match', async (host) => {
    expect(await fixture.leads(fixture.path, { host })).toBe(404)
  })

  test('in X-Forwarded-Host is used only if the proxy is trusted', async () => {
    const forwarded = { host: 'internal.example', 'x-forwarded-host': LINK_HOST }
    const swapped = { host: LINK_HOST, 'x-forwarded-host': 'internal.example' }
    expect([await fixture.leads(fixture.path, forwarded), await fixture.leads(fixture.path, swapped)]).toEqual([
      404,
      SALE.target,
    ])
    const behind = await openLinks(inMemory(), { trustProxy: 1 })
    expect([await behind.leads(behind.path, forwarded), await behind.leads(behind.path, swapped)]).toEqual([
      SALE.target,
      404,
    ])
    expect(await behind.leads(behind.path)).toBe(SALE.target)
    const elsewhere = await openLinks(inMemory(), { trustProxy: '10.0.0.0/8' })
    expect(await elsewhere.leads(elsewhere.path, forwarded)).toBe(404)
  })

  test('is taken from the first of several headers, and a list in one Host header does not match', async () => {
    const twice = (name: string, ...values: string[]) => values.flatMap((value) => [name, value])
    expect(await fixture.leads(fixture.path, twice('Host', LINK_HOST, 'evil.example'))).toBe(SALE.target)
    expect(await fixture.leads(fixture.path, twice('Host', 'evil.example', LINK_HOST))).toBe(404)
    expect(await fixture.leads(fixture.path, { host: `${LINK_HOST}, evil.example` })).toBe(404)
    const { leads, path } = await openLinks(inMemory(), { trustProxy: true })
    const via = (...values: string[]) => ['Host', 'x.example', ...twice('X-Forwarded-Host', ...values)]
    expect(await leads(path, via(LINK_HOST, 'evil.example'))).toBe(SALE.target)
    expect(await leads(path, via(`${LINK_HOST}, evil.example`))).toBe(SALE.target)
    expect(await leads(path, via('evil.example', LINK_HOST))).toBe(404)
  })

  test('that is unknown gets the same response as an unknown path', async () => {
    const bodies = []
    for (const host of [LINK_HOST, 'unknown.example']) bodies.push((await fixture.get('/nowhere', { host })).text)
    expect(bodies[0]).toBe(bodies[1])
  })
})

describe('there is no redirect to an unregistered target', () => {
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
    'http://evil.example//sale',
  ])('by %s', async (path) => {
    expect(await fixture.leads(path)).toBe(404)
  })

  test('by the host of an absolute URL: only the Host header counts', async () => {
    expect(await fixture.leads(`http://evil.example${fixture.path}`)).toBe(SALE.target)
    expect(await fixture.leads(`http://go.acme.com${fixture.path}`, { host: 'evil.example' })).toBe(404)
    // The root path of the service redirects to its docs.
    expect(await fixture.leads('http://evil.example/')).toBe('docs')
  })

  test('by a code with control characters or a host', async () => {
    for (const code of ['%0d%0aLocation:%20https:%2f%2fevil.example', '%0a', '%c4%8d%c4%8aX:y', '@evil.example']) {
      expect([404, SALE.target]).toContain(await fixture.leads(`/sale/${code}`))
    }
  })
})

describe('the target is sent byte for byte', () => {
  const targetOf = async (target: string) => {
    await fixture.declare({ trackingLinks: [{ link: SALE.link, target }] })
    return (await fixture.get('/sale')).headers.location
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
  ])('or as browsers encode it, if a header cannot contain it: %s', async (target, location) => {
    expect(await targetOf(target)).toBe(location)
  })

  test.each([
    ['https://x_y.com:99999/ a', 'https://x_y.com:99999/%20a'],
    ['https://x_y.com:99999/a%20größe\u00a0🔔', 'https://x_y.com:99999/a%20gr%C3%B6%C3%9Fe%C2%A0%F0%9F%94%94'],
  ])('or percent-encoded, if an embedder stored a target that browsers cannot parse: %j', async (target, location) => {
    const declaration = { name: 'Acme', trackingLinks: [{ link: SALE.link, target }] }
    await fixture.useCases.applyAccount.execute({ declaration, prune: false })
    const { status, headers } = await fixture.get('/sale')
    expect([status, headers.location]).toEqual([302, location])
  })
})
