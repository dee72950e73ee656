import 'reflect-metadata'
import { useCasesModule, useCasesOf } from '@carillon/container'
import { FakeSms, fakeSmsModule, simRouter } from '@carillon/fake-sms'
import { createApi } from '@carillon/http'
import { inMemory, memoryModule } from '@carillon/memory'
import { pauseOnClock, startWorker, type Pause } from '@carillon/node'
import { Container } from 'inversify'
import { pino } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createKeywordMetrics } from '../../composition/keyword-metrics.js'
import { createDemoAccount } from '../../start/demo/demo-account.js'
import { freeAddress, listen, urlOf } from '../../listening/listening.js'
import { measureJobWaits } from '../../worker/measure-job-waits.js'
import { measureNodes } from '../../worker/measure-nodes.js'
import { reportJobs } from '../../worker/report-jobs.js'
import { ADMIN_TOKEN } from '../service/a-server.js'

export type DocumentedService = {
  readonly url: string
  /** The secret of the demo account's key. */
  readonly demoSecret: string
  stop(): Promise<void>
}

/** The parts of `carillon start` on stores in memory: the API, phones, demo account, a worker and the metrics. */
export async function documentedService(): Promise<DocumentedService> {
  const adapters = inMemory()
  const container = new Container()
  container.load(useCasesModule, memoryModule(adapters), fakeSmsModule())
  const [useCases, fakeSms] = [useCasesOf(container), container.get(FakeSms)]
  const address = await freeAddress({ host: '127.0.0.1', port: 0 })
  const [url, logger, registry] = [urlOf(address), pino({ level: 'silent' }), new Registry()]
  const stopping = new AbortController()
  const phones = simRouter({
    fakeSms,
    docsUrl: url,
    stopping: stopping.signal,
    clock: adapters.clock,
    onError: (error) => {
      throw error
    },
    receiveInbound: (text) => useCases.receiveInbound.execute(text),
    receiveReceipt: (receipt) => useCases.receiveReceipt.execute(receipt),
  })
  collectDefaultMetrics({ register: registry })
  createKeywordMetrics(registry)
  measureJobWaits({ registry, logger, readJobWaits: useCases.readJobWaits })
  measureNodes({ registry, logger, nodes: { read: async () => [] } })
  const ready = () => Promise.resolve({ database: 'ok' })
  const api = { useCases, logger, registry, ready, docsUrl: url, adminToken: ADMIN_TOKEN }
  const listening = await listen(createApi({ ...api, extensions: { '/sim': phones } }), address)
  const demo = await createDemoAccount(useCases)
  const worker = startWorker({ useCases, reports: reportJobs(logger, registry), pause: briefly })
  return {
    url,
    demoSecret: demo!.secret,
    async stop() {
      stopping.abort()
      await worker.stop({ graceMs: 0 })
      await listening.stop({ graceMs: 0 })
    },
  }
}

/** Shortens the pauses between polls for jobs, but not the pauses of tasks that run every few minutes. */
const briefly: Pause = (durationMs, aborted) => pauseOnClock(durationMs > 5_000 ? durationMs : 20, aborted)
