import 'reflect-metadata'
import { Tokens, useCasesModule, useCasesOf } from '@carillon/container'
import { ONE_CARRIER, scriptedProvider } from '@carillon/contracts'
import { FakeSms, fakeSmsModule } from '@carillon/fake-sms'
import { memoryModule } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Container } from 'inversify'
import createKnex from 'knex'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Registry } from 'prom-client'
import { createLogger } from '../logging/logger.js'
import { freeAddress } from '../listening/listening.js'
import { serve, type ServeOptions } from './serve.js'

test('the reason why a server is not ready is only logged, and an error links to its reference entry', async () => {
  const container = new Container()
  container.load(useCasesModule, memoryModule())
  container.bind(Tokens.directory).toConstantValue(ONE_CARRIER)
  container.bind(Tokens.provider).toConstantValue(scriptedProvider())
  const database = await freeAddress({ host: '127.0.0.1', port: 0 })
  const knex = createKnex({ client: 'pg', connection: { ...database, user: 'me', password: 'hunter2' }, log: SILENT })
  const lines: string[] = []
  const { url, stop } = await serve({
    address: await freeAddress({ host: '127.0.0.1', port: 0 }),
    useCases: useCasesOf(container),
    knex,
    logger: createLogger('warn', { write: (line) => void lines.push(line) }),
    registry: new Registry(),
    adminToken: 'the-admin-token-for-tests',
    docsUrl: null,
    trustProxy: 0,
    simulator: null,
  })
  const response = await fetch(`${url}/readyz`)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ status: 'unavailable', checks: { database: 'not ready' } })
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'warn', msg: 'not ready', problem: expect.stringContaining(`${database.port}`) },
  ])
  expect(lines.join()).not.toContain('hunter2')

  const { moreInfo } = (await (await fetch(`${url}/nowhere`)).json()) as { moreInfo: string }
  expect(moreInfo).toBe(`${url}/docs/errors#33404`)
  expect(await (await fetch(moreInfo)).text()).toContain(' id="33404"')
  await stop()
  await knex.destroy()
})

test('the phones answer to localhost, to any IP address and to the given names, but to no other host', async () => {
  const { url, stop, knex } = await serveWithSimulator({ trustProxy: 'loopback', simHosts: ['mybox'] })
  const ask = async (host: string) => {
    const headers = { host, 'x-forwarded-host': 'localhost' }
    const [response] = (await once(request(`${url}/sim/stats`, { headers }).end(), 'response')) as [IncomingMessage]
    return { status: response.statusCode, text: await text(response) }
  }
  for (const host of ['localhost:8080', '192.168.1.20:8080', 'mybox']) {
    expect([host, (await ask(host)).status]).toEqual([host, 200])
  }
  const refused = await ask('evil.example')
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    421,
    {
      code: 33421,
      status: 421,
      message:
        'The simulated phones got the host "evil.example", and expect localhost, mybox or an IP address. CARILLON_SIM_HOSTS allows other names',
      moreInfo: `${url}/docs/errors#33421`,
    },
  ])
  expect(await (await fetch(`${url}/docs/errors`)).text()).toContain(' id="33421"')
  await stop()
  await knex.destroy()
})

test('an open page of the phones does not delay a stop', async () => {
  const { url, stop, knex } = await serveWithSimulator({ trustProxy: 0 })
  const { body } = await fetch(`${url}/sim/events`)
  const reading = new Response(body).text()
  const stopped = stop()
  // Rejects if the connection is aborted after the grace period.
  expect(await reading).toMatch(/^retry: 1000\n\n/)
  await stopped
  await knex.destroy()
})

test('each request is announced, except those that only ask how the service is', async () => {
  let requests = 0
  const { url, stop, knex } = await serveWithSimulator({ trustProxy: 0, onRequest: () => void requests++ })
  for (const path of ['/healthz', '/readyz?verbose', '/metrics', '/nowhere', '/sim/stats']) await fetch(url + path)
  expect(requests).toBe(2)
  await stop()
  await knex.destroy()
})

/** On the in-memory stores. */
async function serveWithSimulator(options: Pick<ServeOptions, 'trustProxy' | 'simHosts' | 'onRequest'>) {
  const container = new Container()
  container.load(useCasesModule, memoryModule(), fakeSmsModule())
  const knex = createKnex({ client: 'pg', log: SILENT })
  const server = await serve({
    address: await freeAddress({ host: '127.0.0.1', port: 0 }),
    useCases: useCasesOf(container),
    knex,
    logger: createLogger('warn', { write: () => {} }),
    registry: new Registry(),
    adminToken: 'the-admin-token-for-tests',
    docsUrl: null,
    simulator: container.get(FakeSms),
    ...options,
  })
  return { ...server, knex }
}

const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }
