import { readFileSync } from 'node:fs'
import { inMemory } from '@carillon/memory'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import { parse } from 'yaml'
import { PROBLEMS } from '../api/error-codes.js'
import { docsPages } from '../index.js'
import { OPENAPI_FILE } from '../testing/openapi-document.js'
import { rawRequest } from '../testing/raw-request.js'
import { applyAcme, listen, openTestApi, type TestApi } from '../testing/test-api.js'
import { errorReference } from './errors/error-reference.js'
import { errorsDocument } from './errors/errors-document.js'
import { markdown } from './errors/markdown.js'
import { operationsOf, readOpenApi } from './openapi.js'

const PREFIX = '/deep/below/docs'
let host: Awaited<ReturnType<typeof listen>>
let pages: Readonly<Record<'reference' | 'errors', string>>

beforeAll(async () => {
  host = await listen(express().use(PREFIX, docsPages()))
  pages = { reference: await textOf(''), errors: await textOf('/errors') }
})

afterAll(() => host.close())

const get = (path: string, headers = {}) => fetch(host.url + PREFIX + path, { headers })
const textOf = async (path: string) => (await get(path)).text()
const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
const linksOf = (page: string) => [...page.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => href!)

describe.each(['reference', 'errors'] as const)('the page %s', (name) => {
  test('has unique ids, and every link within it has a target', () => {
    const ids = idsOf(pages[name])
    expect(ids.length).toBe(new Set(ids).size)
    const lost = linksOf(pages[name]).filter((href) => href.startsWith('#') && !ids.includes(href.slice(1)))
    expect(lost).toEqual([])
  })

  test('has no script, and loads no resources', () => {
    expect(pages[name]).not.toMatch(/<script|<iframe|<img|<object| on\w+="| style="|javascript:|@import|url\(/i)
    for (const [, href] of pages[name].matchAll(/<link[^>]* href="([^"]+)"/g)) expect(href).toMatch(/^data:/)
  })

  test('contains no Markdown syntax, and no undefined value', () => {
    const text = pages[name]
      .replace(/<pre[^]*?<\/pre>|<code>[^]*?<\/code>|<style>[^]*?<\/style>/g, '')
      .replace(/<[^>]+>/g, '')
    expect(text).not.toMatch(/`|\*\*|\]\(|\|---|\bundefined\b|\[object/)
  })
})

test('the reference contains the whole document', () => {
  const document = readOpenApi()
  const ids = new Set(idsOf(pages.reference))
  const operations = [...operationsOf(document.paths), ...operationsOf(document.webhooks ?? {})]
  expect(operations.length).toBeGreaterThan(80)
  for (const { operation } of operations) expect(ids).toContain(operation.operationId)
  for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`schema-${name}`)
  const text = pages.reference.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  for (const value of valuesOf(document.paths, 'example')) expect(text).toContain(JSON.stringify(value, null, 2))
  for (const name of valuesOf(document, 'operationId')) expect(ids).toContain(name)
  expect(text).toContain(`curl -u "$CARILLON_API_KEY" "$CARILLON_URL/api/v1/contacts/by-phone/%2B12025550123"`)
})

/** All values of this name at any depth: objects, or strings for `operationId`. */
function valuesOf(inner: unknown, name: string): readonly unknown[] {
  if (typeof inner !== 'object' || inner === null) return []
  return Object.entries(inner).flatMap(([key, value]) =>
    key === name && (typeof value === 'string' ? name === 'operationId' : typeof value === 'object')
      ? [value]
      : valuesOf(value, name),
  )
}

test('every code has an entry with the code as its id, and the Markdown file is up to date', () => {
  const ids = idsOf(pages.errors)
  for (const { code } of Object.values(PROBLEMS)) expect(ids).toContain(String(code))
  for (const { code, status } of Object.values(PROBLEMS)) {
    expect([code, errorReference('').find((error) => error.code === code)!.status]).toEqual([code, status])
  }
  const file = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  // If they differ, run `npm run generate:error-reference`.
  expect(file).toBe(errorsDocument())
})

test('links between the pages work below any prefix, with and without a trailing slash', async () => {
  for (const path of ['', '/', '/errors']) {
    const links = linksOf(await textOf(path)).filter((href) => href.startsWith('./'))
    expect(links.length).toBeGreaterThanOrEqual(4)
    for (const href of new Set(links)) {
      const [target, anchor] = new URL(href, host.url + PREFIX + path).href.split('#')
      const response = await fetch(target!)
      expect([path, href, response.status]).toEqual([path, href, 200])
      if (anchor !== undefined) expect(idsOf(pages.errors)).toContain(anchor)
    }
  }
})

test('the document is served unchanged as YAML, and as JSON with the same content', async () => {
  const text = readFileSync(OPENAPI_FILE, 'utf8')
  // If they differ, run `npm run build`.
  expect(await textOf('/openapi.yaml')).toBe(text)
  expect(JSON.parse(await textOf('/openapi.json'))).toEqual(parse(text))
})

test('pages are compressed if the browser accepts gzip, and a request for an unchanged page gets 304', async () => {
  const { headers } = await get('', { 'accept-encoding': 'gzip' })
  expect(headers.get('content-encoding')).toBe('gzip')
  expect((await get('', { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull()
  expect((await get('', { 'if-none-match': headers.get('etag')!, 'cache-control': 'max-age=0' })).status).toBe(304)
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/,
  )
})

test('Markdown cannot inject markup', () => {
  const hostile = '<b>&`<i>`\n\n[x](javascript:alert) [y](https://example.com/"onclick=) | 33029'
  const { markup } = markdown(hostile)
  expect(markup).not.toMatch(/<[bi]>|href="javascript|"onclick/)
  expect(markup).toContain('<a href="errors#33029">33029</a>')
})

describe('the service', () => {
  let fixture: TestApi

  beforeEach(async () => {
    fixture = await openTestApi(inMemory())
    await applyAcme(fixture, { rateLimits: null })
  })

  test('returns the example errors of the reference, with links to their entries', async () => {
    const { api } = fixture
    const ann = '/contacts/by-phone/%2B12025550123'
    const unread = async (headers: Readonly<Record<string, string>>) => {
      const { text } = await rawRequest(fixture.url, { path: '/api/v1/groups', headers })
      return { body: JSON.parse(text) as { readonly moreInfo: string } }
    }
    const send = (fields: object) =>
      api('POST', '/messaging/message', { body: { to: '+12025550123', from: '+12025550100', body: 'Hi', ...fields } })
    const responses = [
      await api('GET', ann, { headers: { authorization: 'Basic a2V5X2FjbWU6d3Jvbmc=' } }),
      await api('GET', '/contacts/by-phone/555-0123'),
      await send({ from: '+12025550177' }),
      await send({ body: 'Hello\u0007' }),
      await send({ body: 'Look at bit.ly/3abc' }),
      await send({}),
      await api('GET', ann),
      await api('GET', '/groups/grp_01kjm3y0q0d5w2h7n4c6e8rtvx'),
      await api('GET', '/groups/VIP'),
      await api('POST', ann, { body: { firstName: 7 } }),
      await api('POST', ann, { body: { customFields: { Plan: 'Gold' } } }),
      await api('GET', '/messaging/message/msg_01kjm3y0q0d5w2h7n4c6e8rtvx'),
      await api('POST', ann, { raw: 'x', headers: { 'content-type': 'text/plain' } }),
      await api('POST', ann, { body: { firstName: 'x'.repeat(300_000) } }),
      await api('DELETE', '/groups'),
      ...(await Promise.all([{ expect: 'a-miracle' }, { cookie: 'x'.repeat(17_000) }].map(unread))),
    ]
    const { text } = await fixture.call('GET', '/docs/errors')
    const examples = errorReference('https://docs.example.com/errors').map(({ example }) => example)
    for (const { body } of responses) expect(examples).toContainEqual(body)
    for (const { body } of responses) expect(text).toContain(` id="${body.moreInfo.split('#')[1]}"`)
  })

  test('refuses methods other than GET on the documentation pages', async () => {
    for (const path of ['/docs', '/docs/errors', '/openapi.json']) {
      const { status, body, headers } = await fixture.call('POST', path)
      expect([status, body.code, headers.get('allow')]).toEqual([405, 33405, 'GET, HEAD, OPTIONS'])
    }
    expect((await fixture.call('GET', '/docs/nothing')).body.code).toBe(33404)
  })
})
