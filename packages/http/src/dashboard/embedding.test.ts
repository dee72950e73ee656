import { createCarillon } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { afterEach, expect, test } from '@jest/globals'
import express from 'express'
import { dashboardApi } from '../index.js'
import { aPerson } from '../testing/fixtures/dashboard-fixture.js'
import { ACME, listen } from '../testing/test-api.js'

let close = async () => {}
afterEach(() => close())

test('a host mounts the API of the dashboard at any path, between its own routes', async () => {
  const adapters = inMemory()
  const { account } = await createCarillon({ adapters }).applyAccount.execute({ declaration: ACME, prune: false })
  const { token } = await aPerson(adapters, { roles: { [account.id]: 'editor' } })
  const app = express()
  app.use('/texting/console/api/v1', dashboardApi({ adapters, hasSimulatedPhones: true }))
  app.use((_req, res) => void res.status(404).send('own 404'))
  const host = await listen(app)
  close = host.close
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      cookie: `carillon_session=${token}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    }
    const response = await fetch(host.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, text: await response.text() }
  }
  const session = await call('GET', '/texting/console/api/v1/session')
  expect(JSON.parse(session.text)).toMatchObject({ hasSimulatedPhones: true })
  const api = `/texting/console/api/v1/accounts/${account.id}`
  const ann = `${api}/contacts/by-phone/+12025550123`
  expect((await call('POST', ann, { firstName: 'Ann' })).status).toBe(201)
  expect(JSON.parse((await call('GET', ann)).text)).toMatchObject({ firstName: 'Ann' })
  expect(await call('POST', `${api}/keys`, {})).toMatchObject({ status: 403 })
  expect(JSON.parse((await call('GET', `${api}/nowhere`)).text)).toMatchObject({ code: 33404 })
  expect(await call('GET', '/dashboard/api/v1/session')).toEqual({ status: 404, text: 'own 404' })
})
