import { createCarillon } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import express from 'express'
import { adminApi, optInForm, publicApi } from '../index.js'
import { ADMIN_TOKEN, authorized, KEY, listen } from '../testing/test-api.js'

const [printed, write]: [unknown[][], typeof console.error] = [[], console.error]
const broken: { by: Error | null } = { by: null }
let host: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  console.error = (...words) => void printed.push(words)
  const adapters = inMemory()
  const find: typeof adapters.keyring.find = (id) =>
    broken.by === null ? adapters.keyring.find(id) : Promise.reject(broken.by)
  const useCases = createCarillon({ adapters: { ...adapters, keyring: { find } } })
  const app = express().use('/api/v1', publicApi({ useCases })).use('/join', optInForm({ useCases }))
  host = await listen(app.use('/admin', adminApi({ useCases, adminToken: ADMIN_TOKEN })))
})

afterAll(async () => {
  console.error = write
  await host.close()
})

beforeEach(() => {
  printed.length = 0
  broken.by = null
})

async function get(path: string) {
  const response = await fetch(host.url + path, { headers: authorized(KEY) })
  return { status: response.status, text: await response.text() }
}

test('routers need only their use cases, and their errors link to /docs/errors', async () => {
  for (const path of ['/api/v1/groups', '/admin/accounts']) {
    const { status, text } = await get(path)
    expect([status, JSON.parse(text)]).toMatchObject([401, { moreInfo: '/docs/errors#33001' }])
  }
  expect((await get('/join/x')).text).toContain('Page not found')
  expect(printed).toEqual([])
})

test('the cause of a crash is written to the console', async () => {
  broken.by = new Error('A bug')
  expect((await get('/api/v1/groups')).status).toBe(500)
  expect(printed).toEqual([['request failed', expect.objectContaining({ err: broken.by })]])
})

test('a network failure is an outage', async () => {
  broken.by = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect((await get('/api/v1/groups')).status).toBe(503)
})
