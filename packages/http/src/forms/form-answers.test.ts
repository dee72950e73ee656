import type { PhoneNumber } from '@carillon/core'
import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import { Registry } from 'prom-client'
import { createMetrics, isNetworkFailure, optInForm, type OptInFormUseCases } from '../index.js'
import { EVE, openForms, tagOf } from '../testing/fixtures/form-fixture.js'
import { DOCS_URL, listen } from '../testing/test-api.js'

let fixture: Awaited<ReturnType<typeof openForms<MemoryAdapters>>>

beforeEach(async () => {
  fixture = await openForms(inMemory())
})

test('pages and redirects set no cookie, allow no scripts or framing, and must not be cached', async () => {
  const entry = await fixture.enter()
  const responses = [await fixture.visit(fixture.start), await fixture.visit(entry), await fixture.visit('/opt-in/x')]
  responses.push(
    await fixture.ask(),
    await fixture.ask({ phone: '' }),
    await fixture.visit(entry, { method: 'DELETE' }),
  )
  for (const { headers } of responses) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^req_/),
    })
    expect(headers.has('set-cookie')).toBe(false)
  }
  expect(responses.map(({ headers }) => headers.get('x-robots-tag'))).toEqual([
    null,
    'noindex',
    null,
    null,
    null,
    'noindex',
  ])
})

test('the files of a page are served, and cached under a URL that changes with their content', async () => {
  const { text } = await fixture.visit(fixture.start)
  const files = [...text.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, path]) => path!)
  expect(files).toEqual([
    expect.stringMatching(/^\/opt-in\/form\.css\?[0-9a-f]{12}$/),
    expect.stringMatching(/^\/opt-in\/icon\.svg\?[0-9a-f]{12}$/),
  ])
  const kinds = []
  for (const path of files) {
    const { status, headers } = await fixture.visit(path)
    kinds.push([status, headers.get('content-type'), headers.get('cache-control')])
  }
  expect(kinds).toEqual([
    [200, 'text/css; charset=utf-8', 'public, max-age=86400'],
    [200, 'image/svg+xml', 'public, max-age=86400'],
  ])
})

test('log and metrics contain the route pattern of a request, and nothing about the person', async () => {
  const entry = await fixture.enter()
  const code = (await fixture.codeOn(EVE))!
  await fixture.post(entry, { code }, { 'user-agent': 'a private agent' })
  await fixture.post(`${entry}/resend`, {})
  await fixture.visit('/opt-in/x/y/z/private')
  await fixture.visit('/opt-in/form.css')
  const lines = fixture.log
    .filter(({ fields }) => String(fields['route']).startsWith('/opt-in'))
    .map(({ fields }) => fields['route'])
  expect(lines).toEqual([
    '/opt-in/:groupId',
    '/opt-in/:groupId/:entryId',
    '/opt-in/:groupId/:entryId/resend',
    '/opt-in/form.css',
  ])
  const recorded = JSON.stringify(fixture.log) + (await fixture.registry.metrics())
  for (const secret of [code, 'private', EVE.slice(1), entry.split('/').at(-1)!, fixture.start]) {
    expect(recorded).not.toContain(secret)
  }
})

describe('these requests are refused with a page:', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test.each([
    ['the method DELETE', 405, { method: 'DELETE' }],
    ['a body that is too long', 413, { method: 'POST', body: `phone=${'1'.repeat(16_400)}`, headers: form }],
    ['a JSON body', 415, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
    [
      'a charset other than UTF-8',
      415,
      { method: 'POST', body: 'a=b', headers: { 'content-type': `${form['content-type']}; charset=utf-16` } },
    ],
  ])('%s', async (_what, status, init) => {
    const entry = await fixture.enter()
    for (const path of [fixture.start, entry]) {
      const response = await fixture.visit(path, init)
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
      expect(response.title).toMatch(/^Error: /)
      expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, POST, HEAD, OPTIONS' : null)
    }
  })

  test('but not OPTIONS, which lists the allowed methods without a page', async () => {
    const { status, headers, text } = await fixture.visit(fixture.start, { method: 'OPTIONS' })
    expect([status, headers.get('allow'), text]).toEqual([204, 'GET, POST, HEAD, OPTIONS', ''])
  })
})

describe('a submitted form', () => {
  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'rubbish' },
  ])('is refused if its headers show another site: %j', async (headers) => {
    const entry = await fixture.enter()
    for (const path of [fixture.start, entry, `${entry}/resend`]) {
      const { status, title } = await fixture.post(path, {}, headers as Record<string, string>)
      expect([status, title]).toEqual([403, 'Error: The form was sent from another site'])
    }
  })

  test('is accepted if the headers of the browser show the same site, or no site', async () => {
    const own = { origin: fixture.url }
    for (const headers of [
      {},
      own,
      { origin: 'null' },
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { 'sec-fetch-site': 'none' },
    ]) {
      expect([headers, (await fixture.ask({}, headers as Record<string, string>)).status]).toEqual([headers, 303])
    }
  })
})

describe('in an embedding app', () => {
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const broken = (error: Error): OptInFormUseCases => {
    const fails = { execute: () => Promise.reject(error) }
    return { readOptInForm: fails, requestCode: fails, readFormEntry: fails, enterCode: fails, resendCode: fails }
  }
  async function embedded(useCases: OptInFormUseCases) {
    const app = express()
    app.use(
      '/join/:tenant',
      optInForm({
        useCases,
        logger: silent,
        docsUrl: DOCS_URL,
        metrics: createMetrics(new Registry()),
        isOutage: isNetworkFailure,
      }),
    )
    return listen(app)
  }

  test('a crash gets a page with the request id, but without the cause', async () => {
    const { url, close } = await embedded(broken(new Error('a private cause')))
    const response = await fetch(`${url}/join/a${fixture.start.slice('/opt-in'.length)}`)
    const text = await response.text()
    expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store'])
    expect(text).toContain(response.headers.get('x-request-id')!)
    expect(text).not.toContain('private')
    await close()
  })

  test('an outage also gets a page, with Retry-After', async () => {
    const { url, close } = await embedded(broken(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })))
    const response = await fetch(`${url}/join/a${fixture.start.slice('/opt-in'.length)}`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await response.text()).toContain('<title>Error: Temporarily unavailable</title>')
    await close()
  })

  test('the pages can be mounted below another path', async () => {
    const { url, close } = await embedded(fixture.useCases)
    const path = `/join/a${fixture.start.slice('/opt-in'.length)}`
    const page = await (await fetch(url + path)).text()
    expect(page).toContain(`action="${path}"`)
    const style = /href="([^"]*form\.css[^"]*)"/.exec(page)![1]!
    expect(style).toMatch(/^\/join\/a\/form\.css\?/)
    expect((await fetch(url + style)).status).toBe(200)
    const body = new URLSearchParams({ version: '1', phone: EVE, consent: 'yes' })
    const { headers } = await fetch(url + path, { method: 'POST', body, redirect: 'manual' })
    expect(headers.get('location')).toMatch(new RegExp(`^${path}/ent_`))
    const entry = await (await fetch(url + headers.get('location')!)).text()
    expect(entry).toContain(`action="${headers.get('location')}/resend"`)
    await close()
  })
})

test('the recorded IP address comes from a trusted proxy, or else from the connection', async () => {
  const evidence = []
  for (const trustProxy of [false, 1]) {
    const { ask, post, codeOn, useCases, unitOfWork, secrets } = await openForms(inMemory(), { trustProxy })
    const { headers } = await ask({}, { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'a browser' })
    await post(headers.get('location')!, { code: (await codeOn(EVE))! })
    const [account] = await useCases.listAccounts.execute()
    const subject = secrets.pseudonymOf(account!.id, EVE as PhoneNumber)
    const [newest] = await unitOfWork.run(({ consentLog }) => consentLog.newest(account!.id, subject, 1))
    evidence.push(newest!.form)
  }
  expect(evidence).toEqual([
    { version: 1, address: '127.0.0.1', agent: 'a browser' },
    { version: 1, address: '203.0.113.7', agent: 'a browser' },
  ])
})

test.each([
  ['+1 876 555 0101', 'Numbers of this country cannot join here.'],
  ['+1 900 555 0101', 'Numbers of this kind cannot join here.'],
])('a number that the form does not serve has a fault, and stays in its field: %s', async (phone, fault) => {
  const { status, text } = await fixture.ask({ phone })
  expect(status).toBe(422)
  expect(/<p [^>]*id="phone-fault"[^>]*>(.*?)<\/p>/s.exec(text)?.[1]).toContain(fault)
  expect(tagOf(text, 'phone')).toContain(`value="${phone}"`)
  expect(tagOf(text, 'consent')).toContain('checked')
  expect(await fixture.codeOn(phone.replaceAll(' ', ''))).toBeNull()
})

test('another code for a number that the form does not serve any more is refused on the page of its entry', async () => {
  const entry = await fixture.enter()
  await fixture.declare({ formCountries: ['GB'] })
  fixture.clock.advance(60_000)
  const { status, text } = await fixture.post(`${entry}/resend`, {})
  expect([status, text.includes('Numbers of this country cannot join here.')]).toEqual([422, true])
})
