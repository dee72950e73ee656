import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import { problemHandler, refuseUnknownRoute } from '../../api/problem-handler.js'
import { completeEnvironment } from '../../api/complete-environment.js'
import { observe } from '../../api/observe.js'
import { dashboardPages } from './dashboard-pages.js'

const PAGE = `<meta name="csp-nonce" nonce="{nonce}" /><script src="./assets/index-1.js"></script>`
const SCRIPT = 'console.log("a page")'.repeat(100)

let folder: string
let server: Server
let origin: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, '.inputs'), 'a hash')
  for (const [name, content] of [
    ['index-1.js', SCRIPT],
    ['index-1.js.br', brotliCompressSync(SCRIPT)],
    ['index-1.js.gz', gzipSync(SCRIPT)],
    ['tiny-1.css', 'p{}'],
  ] as const) {
    await writeFile(join(folder, 'assets', name), content)
  }
  await serve('/dashboard', folder)
})

afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

async function serve(path: string, pages: string | null) {
  server?.close()
  const environment = completeEnvironment({})
  const app = express()
  app.use(observe(environment), express.Router().use(path, dashboardPages({ folder: pages })), refuseUnknownRoute)
  app.use(problemHandler(environment))
  server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Unlike `fetch`, this sends a path as it is, and does not decompress. */
async function get(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [response] = (await once(request(origin, { path, headers }).end(), 'response')) as [IncomingMessage]
  return response
}

describe('the page', () => {
  test('allows only its own files, and styles with the nonce of this response', async () => {
    const [first, second] = [await get('/dashboard'), await get('/dashboard')]
    const nonces = [await text(first), await text(second)].map((html) => /nonce="([\w-]{22})"/.exec(html)?.[1])
    expect(new Set(nonces).size).toBe(2)
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonces[0]}'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    })
  })

  test.each([
    ['/dashboard', './dashboard/assets/'],
    ['/dashboard?back=/', './dashboard/assets/'],
    ['/dashboard/', './assets/'],
    ['/dashboard/sign-in', './assets/'],
    ['/dashboard/a/acc_1', './../assets/'],
    ['/dashboard/a/acc_1/contacts/con_1?tab=texts', './../../../assets/'],
    ['/dashboard/a/acc_1/', './../../assets/'],
  ])('at %s refers to its files relative to the path, for proxies that add a prefix', async (path, base) => {
    const html = await text(await get(path))
    expect(html).toContain(`src="${base}index-1.js"`)
    expect(new URL(`${base}index-1.js`, `${origin}${path}`).pathname).toBe('/dashboard/assets/index-1.js')
  })

  test('can be mounted at any path', async () => {
    await serve('/our/console', folder)
    expect(await text(await get('/our/console'))).toContain('src="./console/assets/')
    await serve('/', folder)
    expect(await text(await get('/a/acc_1'))).toContain('src="./../assets/')
  })

  test('is not shown for paths of the API, even if there is no API', async () => {
    for (const path of ['/dashboard/api', '/dashboard/api/v1/session']) expect((await get(path)).statusCode).toBe(404)
  })
})

describe('a file', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('is sent as the build has compressed it, if the browser accepts %s', async (accepted, encoding, unpack) => {
    const response = await get('/dashboard/assets/index-1.js', { 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(unpack(await buffer(response)).toString()).toBe(SCRIPT)
  })

  test('that is too small to compress is sent as it is', async () => {
    const response = await get('/dashboard/assets/tiny-1.css', { 'accept-encoding': 'br' })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(await text(response)).toBe('p{}')
  })

  test.each(['index-2.js', '..%2findex.html', '..%2f.inputs', '.inputs', 'index-1.js.br', '%00.js', 'a%2fb.js'])(
    'that the build has not made is not found: %s',
    async (name) => {
      const response = await get(`/dashboard/assets/${name}`)
      expect(response.statusCode).toBe(404)
      expect(response.headers['cache-control']).toBe('no-store')
    },
  )
})

test('without the built pages, the response says where they are', async () => {
  await serve('/dashboard', null)
  const response = await get('/dashboard')
  expect(response.statusCode).toBe(404)
  expect(await text(response)).toContain('The dashboard is not installed: it is in the package @carillon/dashboard')
})
