import { JOB_LANES, type JobFailure, type PhoneNumber } from '@carillon/core'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Registry } from 'prom-client'
import { compose } from '../../composition/compose.js'
import { freeAddress } from '../../listening/listening.js'
import { createLogger } from '../../logging/logger.js'
import { serve } from '../../start/serve.js'
import { aDatabase } from './a-database.js'

export const ANN = '+14155550123' as PhoneNumber
export const OURS = '+12025550187'
export const SECRET = 'the-secret-of-acme'
const ADMIN_TOKEN = 'the-admin-token-for-tests'

/** All personal data that the tables may contain, including the number in each spelling. */
export const PERSONAL = [
  '4155550123',
  '415-555-0123',
  '415 555 0123',
  'Annabel',
  'Quillfeather',
  'annabel.q',
  'Hollyhock',
  'Aubergine',
  'Zanzibar',
  'Quillphone',
  '203.0.113.77',
] as const

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

/** The whole service on Postgres; jobs run when the test calls `work`. */
export async function openErasable() {
  const closings: (() => Promise<unknown>)[] = []
  const { knex, drop } = await aDatabase()
  closings.push(drop)
  const logger = createLogger('silent')
  const { useCases, adapters, fakeSms, close } = await compose({
    secretKey: 'a secret for the tests',
    webhooksAllowPrivate: true,
    knex,
    logger,
  })
  closings.push(close)
  const address = await freeAddress({ host: '127.0.0.1', port: 0 })
  const given = { adminToken: ADMIN_TOKEN, docsUrl: null, trustProxy: 0, simulator: fakeSms }
  const { url, stop } = await serve({ address, useCases, adapters, knex, logger, registry: new Registry(), ...given })
  closings.push(stop)
  const hooks = await echoes()
  closings.push(hooks.close)

  const call = async (method: string, path: string, authorization: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, { method, ...init, headers: { authorization, ...init.headers } })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, text, body: (isJson ? JSON.parse(text) : text) as Json }
  }
  const json = (body?: object) =>
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const basic = `Basic ${Buffer.from(`key_acme:${SECRET}`).toString('base64')}`
  const admin = (method: string, path: string, body?: object) =>
    call(method, `/admin/v1${path}`, `Bearer ${ADMIN_TOKEN}`, json(body))
  const api = (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const init = json(body)
    return call(method, `/api/v1${path}`, basic, { ...init, headers: { ...init.headers, ...headers } })
  }
  const importCsv = (csv: string, group: string) =>
    call('POST', `/admin/v1/accounts/Acme/contacts/import?group=${group}`, `Bearer ${ADMIN_TOKEN}`, {
      body: csv,
      headers: { 'content-type': 'text/csv' },
    })
  return {
    knex,
    useCases,
    fakeSms: fakeSms!,
    hooks: hooks.url,
    admin,
    api,
    importCsv,
    relay: async () => {
      while ((await useCases.relayEvents.execute()) > 0);
    },
    /** Runs due jobs until none is left. */
    work: async (lanes: readonly (typeof JOB_LANES)[number][] = JOB_LANES) => {
      const onFailure = ({ error }: JobFailure) => {
        throw error
      }
      for (let begun = 1; begun > 0;) {
        begun = 0
        for (const lane of lanes) begun += await useCases.runDueJobs.execute({ lane, jobsMax: 4, onFailure })
      }
    },
    close: async () => {
      for (const one of closings.reverse()) await one()
    },
  }
}

export type Erasable = Awaited<ReturnType<typeof openErasable>>

/** Echoes each request, with success or failure depending on the path. */
async function echoes() {
  const server = createServer((req, res) => {
    void buffer(req).then((body) => res.writeHead(req.url === '/well' ? 200 : 500).end(body))
  }).listen(0, '127.0.0.1')
  // A test that keeps the process busy must not lose a connection that it will reuse.
  server.keepAliveTimeout = 0
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
