import 'reflect-metadata'
import { useCasesModule, useCasesOf, type UseCases } from '@carillon/container'
import { aJob, ids, NOW } from '@carillon/contracts'
import type { CarrierDesk, Job, JobFailure } from '@carillon/core'
import { fakeSmsModule } from '@carillon/fake-sms'
import { createApi } from '@carillon/http'
import { inMemory, memoryModule, type MemoryAdapters } from '@carillon/memory'
import { Container } from 'inversify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { freeAddress, listen, urlOf } from '../../listening/listening.js'

export const ADMIN_TOKEN = 'the-admin-token-for-tests'

export type TestServer = {
  readonly url: string
  readonly useCases: UseCases
  /** The sender of webhook requests. */
  readonly webhookSender: MemoryAdapters['webhookSender']
  /** Relays the outbox and posts due deliveries until none is left. */
  deliver(): Promise<void>
  /** Creates a job of the account, and marks it dead with the error. */
  markJobDead(death: { readonly accountName: string; readonly error: string }): Promise<Job>
  stop(): Promise<void>
}

export type TestServerOptions = { readonly carriers?: CarrierDesk | null }

/** All HTTP routes of the service, on stores in memory. */
export async function aServer({ carriers = null }: TestServerOptions = {}): Promise<TestServer> {
  const container = new Container()
  const adapters = inMemory()
  container.load(useCasesModule, memoryModule(adapters), fakeSmsModule())
  const all = useCasesOf(container)
  const address = await freeAddress({ host: '127.0.0.1', port: 0 })
  const api = createApi({
    useCases: all,
    logger: pino({ level: 'silent' }),
    docsUrl: 'https://docs.example.com',
    adminToken: ADMIN_TOKEN,
    registry: new Registry(),
    ready: () => Promise.resolve({}),
    ...(carriers && { carriers }),
  })
  const { stop } = await listen(api, address)
  return {
    url: urlOf(address),
    useCases: all,
    webhookSender: adapters.webhookSender,
    deliver: () => deliver(all),
    markJobDead: (death) => markJobDead(adapters, death),
    stop: () => stop({ graceMs: 0 }),
  }
}

async function deliver({ relayEvents, runDueJobs }: UseCases): Promise<void> {
  while ((await relayEvents.execute()) > 0);
  const onFailure = ({ error }: JobFailure) => {
    throw error
  }
  while ((await runDueJobs.execute({ lane: 'webhooks', jobsMax: 10, onFailure })) > 0);
}

const markJobDead = ({ unitOfWork }: MemoryAdapters, { accountName, error }: { accountName: string; error: string }) =>
  unitOfWork.run(async ({ accounts, jobs }) => {
    const { id: account } = (await accounts.findByName(accountName))!
    const job = aJob({ account })
    await jobs.put([job])
    const due = { account, lane: job.lane, now: NOW, leaseUntil: NOW, limit: 1, fence: ids.next('job') }
    const [claimed] = await jobs.claim(due)
    await jobs.markDead(claimed!, { at: NOW, error })
    return job
  })
