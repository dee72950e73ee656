import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import express from 'express'
import { Registry } from 'prom-client'
import { createMetrics, isNetworkFailure, publicApi } from './index.js'
import { applyAcme, authorized, DOCS_URL, KEY, listen, openTestApi } from './testing/test-api.js'

async function embedded(prepare: (app: express.Express) => void = () => {}) {
  const house = await openTestApi(inMemory())
  await applyAcme(house)
  const app = express()
  const errors: unknown[] = []
  prepare(app)
  const silent = { info: () => {}, warn: () => {}, error: (fields: object) => errors.push(fields) }
  const api = publicApi({
    useCases: house.useCases,
    logger: silent,
    docsUrl: DOCS_URL,
    metrics: createMetrics(new Registry()),
    isOutage: isNetworkFailure,
  })
  app.use('/tenants/:tenant/sms', api)
  app.get('/own', (_req, res) => void res.json({ own: true }))
  app.use('/own', (_req, res) => void res.status(404).send('own 404'))
  const { url, close } = await listen(app)
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, { ...init, headers: { ...authorized(KEY), ...(init.headers as object) } })
    const text = await response.text()
    return { status: response.status, text, headers: response.headers }
  }
  return { call, close, errors }
}

test('an embedder mounts the public API under a path of its own, and keeps the rest', async () => {
  const { call, close } = await embedded((app) => app.set('query parser', 'extended'))
  const created = await call('/tenants/a/sms/contacts/by-phone/%2B12025550123', { method: 'POST' })
  expect(created.status).toBe(201)
  expect(JSON.parse((await call('/tenants/a/sms/groups?limit[x]=5&limit=2')).text)).toMatchObject({ limit: 2 })
  expect(JSON.parse((await call('/tenants/a/sms/nowhere')).text)).toMatchObject({ code: 33404 })
  expect(JSON.parse((await call('/tenants/a/sms/groups', { headers: { authorization: 'x' } })).text)).toMatchObject({
    code: 33001,
  })
  expect((await call('/own')).text).toBe('{"own":true}')
  expect(await call('/own/else')).toMatchObject({ status: 404, text: 'own 404' })
  await close()
})

test('mounted behind something that reads bodies it fails loudly, and takes no body for an empty one', async () => {
  const { call, close, errors } = await embedded((app) => app.use(express.json()))
  const init = { method: 'POST', body: '{"firstName":"Ann"}', headers: { 'content-type': 'application/json' } }
  expect((await call('/tenants/a/sms/contacts/by-phone/+12025550123', init)).status).toBe(500)
  expect(errors).toMatchObject([
    { err: expect.objectContaining({ message: expect.stringContaining('Mount this router') }) },
  ])
  await close()
})
