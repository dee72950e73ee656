import { createCarillon, parsePhoneNumber } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import express, { type ErrorRequestHandler, type Express } from 'express'
import { Registry } from 'prom-client'
import { createMetrics, isNetworkFailure, optInForm, publicApi, shortLinks } from './index.js'
import { ACME, authorized, DOCS_URL, KEY, listen } from './testing/test-api.js'

const API = '/texting/api/v1'
const FORM = '/texting/tenants/a/opt-in'
const ANN = '/contacts/by-phone/%2B12025550123'

/** Opens a host app that mounts Carillon below custom paths, between its `before` and `after` parts. */
async function openHost({ before, after }: { before: (app: Express) => void; after: (app: Express) => void }) {
  const adapters = inMemory()
  const useCases = createCarillon({ adapters })
  const { account, parts } = await useCases.applyAccount.execute({ declaration: ACME, prune: false })
  const errors: unknown[] = []
  const environment = {
    useCases,
    logger: { info: () => {}, warn: () => {}, error: (fields: object) => errors.push(fields) },
    docsUrl: DOCS_URL,
    metrics: createMetrics(new Registry()),
    isOutage: isNetworkFailure,
  }
  const app = express()
  before(app)
  app.use(API, publicApi(environment))
  app.use('/texting/tenants/:tenant/opt-in', optInForm(environment))
  app.use('/go', shortLinks(useCases))
  after(app)
  const { url, close } = await listen(app)
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, { redirect: 'manual', ...init })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  return {
    ...adapters,
    useCases,
    account,
    errors,
    url,
    close,
    call,
    async runJobs() {
      const onFailure = ({ error }: { error: unknown }) => errors.push(error)
      while ((await useCases.runDueJobs.execute({ lane: 'quick', jobsMax: 9, onFailure })) > 0);
    },
    form: `${FORM}/${parts.groups.find(({ name }) => name === 'VIP')!.id}`,
    api: async (method: string, path: string, { headers, ...init }: RequestInit = {}) => {
      const received = await call(API + path, { method, ...init, headers: { ...authorized(KEY), ...headers } })
      return { ...received, body: JSON.parse(received.text) }
    },
  }
}

type Host = Awaited<ReturnType<typeof openHost>>

const ownErrors: ErrorRequestHandler = (error: Error & { status?: number }, _req, res, _next) => {
  res.status(error.status ?? 500).send(`own error: ${error.message}`)
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

describe('in a host whose routes, authentication, body parser and error handler come after Carillon', () => {
  let host: Host
  afterAll(() => host.close())
  beforeAll(async () => {
    host = await openHost({
      before(app) {
        app.set('query parser', 'extended').set('json spaces', 2)
        app.get(`${API}/status`, (_req, res) => void res.send('own status'))
      },
      after(app) {
        app.use(express.json())
        app.use('/own/private', (_req, res) => void res.status(401).set('WWW-Authenticate', 'Own').send('own 401'))
        app.get('/own/crash', () => {
          throw new Error('broken')
        })
        app.all(['/own', '/texting/api/v2/groups', '/texting'], (req, res) => void res.json({ own: req.body ?? null }))
        app.use((_req, res) => void res.status(404).send('own 404'))
        app.use(ownErrors)
      },
    })
  })

  test('the API handles every path below its mount path, and no other path', async () => {
    const { api, call } = host
    expect((await api('POST', ANN, json({ firstName: 'Ann' }))).body).toMatchObject({ firstName: 'Ann' })
    expect((await api('GET', '/groups?limit[x]=5&limit=2')).body).toMatchObject({ limit: 2 })
    const lost = { code: 33404, moreInfo: `${DOCS_URL}#33404` }
    for (const path of ['/nowhere', '/', '', '/groups/']) expect((await api('GET', path)).body).toMatchObject(lost)
    const { body, headers } = await api('DELETE', '/groups')
    expect([body.code, headers.get('allow')]).toEqual([33405, 'GET, HEAD, OPTIONS'])
    for (const path of ['/texting/api/v2/groups', '/texting', '/own']) {
      expect((await call(path, { method: 'DELETE' })).text).toBe('{\n  "own": null\n}')
    }
    for (const path of [`${API}1/groups`, '/texting/api', '/groups', '/api/v1/groups']) {
      expect(await call(path)).toMatchObject({ status: 404, text: 'own 404' })
    }
  })

  test('a route that the host mounts before the API is handled by the host, even below the same path', async () => {
    expect((await host.call(`${API}/status`)).text).toBe('own status')
    expect((await host.api('POST', '/status')).body.code).toBe(33404)
  })

  test('the host and the API authenticate separately, each with its 401', async () => {
    const { status, text, headers } = await host.call('/own/private/x', { headers: authorized(KEY) })
    expect([status, text, headers.get('www-authenticate')]).toEqual([401, 'own 401', 'Own'])
    const unsigned = await host.call(`${API}/groups`)
    expect(JSON.parse(unsigned.text)).toMatchObject({ code: 33001 })
    expect(unsigned.headers.get('www-authenticate')).toContain('realm="carillon"')
    expect((await host.call('/own')).headers.has('x-request-id')).toBe(false)
  })

  test('errors of the host reach its own error handler, and errors of the API never do', async () => {
    expect(await host.call('/own/crash')).toMatchObject({ status: 500, text: 'own error: broken' })
    const bad = { ...json({}), body: '{' }
    expect((await host.call('/own', { method: 'POST', ...bad })).text).toMatch(/^own error: /)
    expect((await host.api('POST', '/contacts/by-phone/%2B12025550124', bad)).body).toMatchObject({ code: 33400 })
  })

  test('the host still parses the bodies of its routes', async () => {
    const { text } = await host.call('/own', { method: 'POST', ...json({ a: 1 }) })
    expect(JSON.parse(text)).toEqual({ own: { a: 1 } })
  })

  test('every step of a form has a URL below the mount path', async () => {
    const { call, clock, form, provider, runJobs } = host
    const post = (path: string, fields: Record<string, string>) =>
      call(path, { method: 'POST', body: new URLSearchParams(fields) })
    expect((await call(form)).text).toContain(`<form method="post" action="${form}"`)
    const submitted = await post(form, { version: '1', phone: '+12025550166', consent: 'yes' })
    const entry = submitted.headers.get('location')!
    expect(entry).toMatch(new RegExp(`^${form}/ent_[0-9a-z]+$`))
    const page = (await call(entry)).text
    const places = [...page.matchAll(/ (?:href|action)="([^"]*)"/g)].map(([, place]) => place!.split('?')[0])
    expect(new Set(places)).toEqual(new Set([`${FORM}/form.css`, `${FORM}/icon.svg`, entry, `${entry}/resend`, form]))
    clock.advance(30_000)
    expect((await post(`${entry}/resend`, {})).headers.get('location')).toBe(`${entry}?resent`)
    await runJobs()
    const code = /\d{6}/.exec(provider.sent.at(-1)!.body)![0]
    const done = await post(entry, { code })
    expect([done.status, done.headers.get('location')]).toEqual([303, entry])
    expect((await call(`${entry}/resend`)).headers.get('location')).toBe(entry)
  })

  test('a form shows its error pages below its mount path, and leaves other paths to the host', async () => {
    const { call } = host
    expect((await call(`${FORM}/nowhere/at/all/there`)).text).toContain('<title>Error: ')
    expect((await call(host.form, { method: 'DELETE' })).headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
    expect((await call('/texting/tenants/a')).text).toBe('own 404')
  })

  test('a short link is found by its full path, and other paths are left to the host', async () => {
    const { call, useCases, url } = host
    const link = `${new URL(url).hostname}/go/sale`
    const declaration = { name: 'Acme', trackingLinks: [{ link, target: 'https://shop.example.com/sale' }] }
    await useCases.applyAccount.execute({ declaration, prune: false })
    const { status, headers } = await call('/go/sale')
    expect([status, headers.get('location')]).toEqual([302, 'https://shop.example.com/sale'])
    for (const path of ['/sale', '/go', '/go/', '/go/other', '/go/%E0']) {
      expect(await call(path)).toMatchObject({ status: 404, text: 'own 404' })
    }
    expect((await call('/go/sale', { method: 'POST' })).text).toBe('own 404')
  })
})

describe('in a host that reads the bodies before Carillon', () => {
  let host: Host
  afterAll(() => host.close())
  beforeAll(async () => {
    host = await openHost({
      before(app) {
        app.use(`${API}/messaging`, (req, _res, next) => {
          req.resume().once('end', next)
        })
        const limit = '1mb'
        app.use(express.json({ limit }), express.urlencoded({ limit, extended: true }))
        app.use(express.text({ limit, type: 'application/merge-patch+json' }))
      },
      after: (app) => void app.use(ownErrors),
    })
  })

  test('the API accepts the parsed bodies', async () => {
    const created = await host.api('POST', ANN, json({ firstName: 'Änn', address: { city: 'Denver' } }))
    expect([created.status, created.body]).toMatchObject([201, { firstName: 'Änn', address: { city: 'Denver' } }])
    const headers = { 'content-type': 'application/merge-patch+json' }
    const changed = await host.api('PATCH', ANN, { body: '{"firstName":null,"lastName":"Lee"}', headers })
    expect(changed.body).toMatchObject({ lastName: 'Lee', address: { city: 'Denver' } })
    const { firstName } = await host.useCases.readContact.execute({
      account: host.account,
      phone: parsePhoneNumber('+12025550123'),
    })
    expect(firstName).toBeUndefined()
  })

  test('the API refuses the same bodies as it does without the parser of the host', async () => {
    const path = '/contacts/by-phone/%2B12025550125'
    const depth = 20_000
    const refused = [
      json([]),
      json({ firstName: 5 }),
      json({ firstName: '\0' }),
      { ...json({}), body: `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}` },
    ]
    for (const init of refused) expect((await host.api('POST', path, init)).body).toMatchObject({ code: 33400 })
    const long = json({ firstName: 'x'.repeat(300_000) })
    expect((await host.api('POST', path, long)).body).toMatchObject({ code: 33413 })
    const form = { body: new URLSearchParams({ firstName: 'Ann' }) }
    expect((await host.api('POST', path, form)).body).toMatchObject({ code: 33415 })
    expect((await host.api('GET', path)).body).toMatchObject({ code: 33030 })
  })

  test('a form uses the first of repeated fields, and ignores fields with brackets', async () => {
    const fields = new URLSearchParams([
      ['version', '1'],
      ['phone', '+12025550166'],
      ['phone', 'x'],
      ['consent', 'yes'],
      ['website[a]', 'x'],
    ])
    const { status, headers } = await host.call(host.form, { method: 'POST', body: fields })
    expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(`^${host.form}/ent_`)])
    await host.runJobs()
    // A bot that fills in the hidden field would get the same response, but no code.
    expect(host.provider.sent.map(({ to }) => to)).toEqual(['+12025550166'])
    expect((await host.call(host.form, { method: 'POST', body: new URLSearchParams() })).status).toBe(409)
  })

  test('the API fails with 33500 if a body was read but not parsed, and never treats that body as empty', async () => {
    const { body } = await host.api('POST', '/messaging/message', json({ to: '+12025550123' }))
    expect(body).toMatchObject({ code: 33500 })
    expect(host.errors).toMatchObject([
      { err: expect.objectContaining({ message: 'Mount this router before the middleware that reads the body' }) },
    ])
  })
})
