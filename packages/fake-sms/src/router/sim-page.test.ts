import { inMemory } from '@carillon/memory'
import { afterEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { simOf } from '../testing/sim.js'
import { simPage } from './sim-page.js'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const fetchSim = async (path: string, init?: RequestInit) => {
  const { url } = await simOf(inMemory())
  return fetch(`${url}${path}`, init)
}

describe('the page', () => {
  test.each(['', '/'])('is at /sim%s, and contains the path where it is mounted', async (path) => {
    const response = await fetchSim(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).toContain('<base href="/sim/" />')
    expect(html).not.toContain('{baseUrl}')
  })

  test.each([
    ['/phones.css', 'text/css; charset=utf-8'],
    ['/phones.js', 'text/javascript; charset=utf-8'],
  ])('is served together with %s', async (path, type) => {
    const response = await fetchSim(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect((await response.text()).length).toBeGreaterThan(100)
  })

  test.each([
    ['/', 'no-store'],
    ['/phones.css', 'no-cache'],
    ['/phones.js', 'no-cache'],
  ])(
    'allows no content from other origins; the page is not stored, and its files are always revalidated: %s',
    async (path, caching) => {
      const { headers } = await fetchSim(path)
      expect(headers.get('cache-control')).toBe(caching)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
          "base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
      )
    },
  )

  test('responds to HEAD as to GET, but without the content', async () => {
    const response = await fetchSim('', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await response.text()).toBe('')
  })

  test.each(['/index.html', '/phones.txt', '/..%2fpackage.json', '/%2e%2e/package.json', '/PHONES.js', '/phones.js/'])(
    'leaves %s to the server',
    async (path) => {
      const response = await fetchSim(path)
      expect(response.status).toBe(404)
    },
  )

  test.each([
    [`"'&`, `%22'&#38;`],
    ['$&', '$&#38;'],
  ])('escapes the path where it is mounted: %s', async (place, shown) => {
    const app = express().use('/:where', simPage())
    const server = app.listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const html = await (await fetch(`http://127.0.0.1:${port}/${place}`)).text()
    expect(html).toContain(`<base href="/${shown}/" />`)
  })
})
