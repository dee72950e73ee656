import { inMemory } from '@carillon/memory'
import express from 'express'
import { expect, test } from '@jest/globals'
import { adminApi, adminRoutes } from '../admin-api.js'
import { publicApi, publicRoutes } from '../public-api.js'
import { ADMIN_TOKEN, applyAcme, authorized, KEY, listen, openTestApi } from '../testing/test-api.js'
import { completeEnvironment } from './complete-environment.js'

/** The server of an embedder, which does not set the header for other routes. */
async function openEmbedded() {
  const fixture = await openTestApi(inMemory())
  await applyAcme(fixture)
  const { useCases } = fixture
  const app = express()
    .use('/public', publicApi({ useCases }))
    .use('/admin', adminApi({ useCases, adminToken: ADMIN_TOKEN }))
  const { url, close } = await listen(app)
  const routes = [
    ...publicRoutes(useCases).map((route) => ({ ...route, prefix: '/public', headers: authorized(KEY) })),
    ...adminRoutes(useCases, completeEnvironment({})).map((route) => ({
      ...route,
      prefix: '/admin',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    })),
  ]
  return { url, close, routes }
}

test('no response of any route may be stored by browsers and proxies, not even a refusal', async () => {
  const { url, close, routes } = await openEmbedded()
  const seen = new Set<string>()
  for (const { method, path, prefix, headers } of routes) {
    const target = url + prefix + path.replace(':name', 'Acme').replace(':phoneNumber', '+12025550123')
    for (const [as, given] of [
      [method, headers],
      [method, {}],
      ['options', headers],
    ] as const) {
      const response = await fetch(target, { method: as.toUpperCase(), headers: given })
      await response.text()
      seen.add(`${prefix} ${response.status}`)
      expect([as, path, response.status, response.headers.get('cache-control')]).toEqual([
        as,
        path,
        response.status,
        'no-store',
      ])
    }
  }
  for (const status of [200, 204, 400, 401, 404]) {
    for (const prefix of ['/public', '/admin']) expect(seen).toContain(`${prefix} ${status}`)
  }
  for (const path of ['/public/nowhere', '/admin/nowhere']) {
    expect((await fetch(url + path)).headers.get('cache-control')).toBe('no-store')
  }
  await close()
})
