import { startWorker } from '@carillon/node'
import { Registry } from 'prom-client'
import { compose } from '../../composition/compose.js'
import { freeAddress } from '../../listening/listening.js'
import { createLogger } from '../../logging/logger.js'
import { createDemoAccount, DEMO_CONTACT, DEMO_SENDER } from '../../start/demo/demo-account.js'
import { createDemoWithHistory } from '../../start/demo/demo-history.js'
import { serve } from '../../start/serve.js'
import { reportJobs } from '../../worker/report-jobs.js'
import { aDatabase } from './a-database.js'

type Body = Readonly<Record<string, unknown>>

/** The whole service in this process, with its demo account and its phones. Default: without history. */
export async function aDemoService({ hasHistory = false } = {}) {
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one()
  }
  const { knex, drop } = await aDatabase()
  closers.push(drop)
  const logger = createLogger('silent')
  const settings = { secretKey: 'a secret for the tests', webhooksAllowPrivate: false }
  const { useCases, adapters, fakeSms, ...composed } = await compose({ ...settings, knex, logger })
  closers.push(composed.close)
  const demo = (await (hasHistory ? createDemoWithHistory(adapters) : createDemoAccount(useCases)))!
  const registry = new Registry()
  const worker = startWorker({ useCases, reports: reportJobs(logger, registry) })
  closers.push(() => worker.stop({ graceMs: 0 }))
  const address = await freeAddress({ host: '127.0.0.1', port: 0 })
  const given = { adminToken: 'the-admin-token-for-tests', docsUrl: null, trustProxy: 0, simulator: fakeSms }
  const { url, stop } = await serve({ address, useCases, adapters, knex, logger, registry, ...given })
  closers.push(stop)

  const authorization = `Basic ${Buffer.from(`${demo.id}:${demo.secret}`).toString('base64')}`
  /** Calls the API with the key of the demo account. */
  const api = async (method: string, path: string, body?: Body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const send = (body: string, fields: Body = {}) =>
    api('POST', '/messaging/message', { from: DEMO_SENDER, to: DEMO_CONTACT, body, ...fields })
  return { url, demo, useCases, adapters, api, send, fakeSms: fakeSms!, close }
}
