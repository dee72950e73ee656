import 'reflect-metadata'
import { Tokens, useCasesModule, useCasesOf } from '@carillon/container'
import { ONE_CARRIER, scriptedProvider } from '@carillon/contracts'
import { FakeSms, fakeSmsModule } from '@carillon/fake-sms'
import { memoryModule } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Container } from 'inversify'
import createKnex from 'knex'
import { Registry } from 'prom-client'
import { createLogger } from '../logging/logger.js'
import { freeAddress } from '../listening/listening.js'
import { serve } from './serve.js'

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
    adminToken: 'the-admin-token',
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

test('an open page of the phones does not delay a stop', async () => {
  const container = new Container()
  container.load(useCasesModule, memoryModule(), fakeSmsModule())
  const knex = createKnex({ client: 'pg', log: SILENT })
  const { url, stop } = await serve({
    address: await freeAddress({ host: '127.0.0.1', port: 0 }),
    useCases: useCasesOf(container),
    knex,
    logger: createLogger('warn', { write: () => {} }),
    registry: new Registry(),
    adminToken: 'the-admin-token',
    docsUrl: null,
    trustProxy: 0,
    simulator: container.get(FakeSms),
  })
  const { body } = await fetch(`${url}/sim/events`)
  const reading = new Response(body).text()
  const stopped = stop()
  // Rejects if the connection is aborted after the grace period.
  expect(await reading).toMatch(/^retry: 1000\n\n/)
  await stopped
  await knex.destroy()
})

const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }
