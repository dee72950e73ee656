import type { UseCases } from '@carillon/container'
import { createApi } from '@carillon/http'
import { systemClock } from '@carillon/node'
import { isOutage, obstaclesOf } from '@carillon/postgres'
import type { Knex } from 'knex'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { TrustProxy } from './config.js'
import { listen, urlOf, type Address } from './listening.js'
import type { Logger } from './logger.js'

export type ServeOptions = {
  readonly address: Address
  readonly useCases: UseCases
  readonly knex: Knex
  readonly logger: Logger
  readonly adminToken: string
  /** Null: what the service itself says of its interface. */
  readonly docsUrl: string | null
  readonly trustProxy: TrustProxy
}

export type Service = {
  readonly url: string
  readonly docsUrl: string
  /** Lets the requests in flight end, for a while. */
  stop(): Promise<void>
}

const GRACE_MS = 10_000

/** Opens the port: from then on requests are answered. */
export async function serve({ address, useCases, knex, logger, ...options }: ServeOptions): Promise<Service> {
  const url = urlOf(address)
  const docsUrl = options.docsUrl ?? `${url}/openapi.yaml`
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const api = createApi({
    useCases,
    logger,
    docsUrl,
    registry,
    isOutage,
    adminToken: options.adminToken,
    trustProxy: options.trustProxy,
    ready: () => readiness(knex, logger),
  })
  const listening = await listen(api, address)
  return { url, docsUrl, stop: () => listening.stop({ graceMs: GRACE_MS }) }
}

/** Anybody may ask, so what is wrong is told to the log alone: it can name hosts and folders. */
async function readiness(knex: Knex, logger: Logger): Promise<Readonly<Record<string, string>>> {
  const obstacles = await obstaclesOf({ knex, clock: systemClock })
  for (const obstacle of obstacles) logger.warn({ problem: obstacle }, 'not ready')
  return { database: obstacles.length === 0 ? 'ok' : 'not ready' }
}
