import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Router } from 'express'
import { openTestApi } from './testing/test-api.js'

const extra = Router()
  .get('/here', (_req, res) => void res.json({ extra: true }))
  .get('/events', (_req, res) => {
    res.type('text/event-stream').write('event: here\n\n')
  })
  .get('/broken', () => {
    throw new Error('Out of order')
  })

test('an extension serves its path, and the service handles its errors and unknown paths', async () => {
  const { url, log, logged } = await openTestApi(inMemory(), { extensions: { '/extra': extra } })
  const get = async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, body: await response.json(), id: response.headers.get('x-request-id') }
  }
  expect(await get('/extra/here')).toEqual({ status: 200, body: { extra: true }, id: expect.stringMatching(/^req_/) })
  expect(await get('/extra/elsewhere')).toMatchObject({ status: 404, body: { code: 33404 } })
  expect(await get('/extra/broken')).toMatchObject({ status: 500, body: { code: 33500 } })
  expect(await get('/healthz')).toMatchObject({ status: 200 })
  await logged('request', 4)
  const routes = log.filter(({ message }) => message === 'request').map(({ fields }) => fields['route'])
  expect(routes).toEqual(['/extra', '/extra', '/extra', '/healthz'])
})

test('without extensions the path is not found', async () => {
  const { url } = await openTestApi(inMemory())
  expect((await fetch(`${url}/extra/here`)).status).toBe(404)
})

test('an event stream that its client closes is not logged as cut off, and its duration is not measured', async () => {
  const { url, log, logged, registry } = await openTestApi(inMemory(), { extensions: { '/extra': extra } })
  const listening = new AbortController()
  const { status } = await fetch(`${url}/extra/events`, { signal: listening.signal })
  listening.abort()
  await logged('request')
  expect(log).toMatchObject([{ level: 'info', fields: { route: '/extra', status } }])
  expect(await registry.metrics()).not.toContain('route="/extra"')
})
