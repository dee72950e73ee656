import type { UseCases } from '@carillon/container'
import type { Knex } from 'knex'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { readiness } from '../composition/readiness.js'
import { listen, urlOf, type Address, type Listening } from '../listening/listening.js'
import type { Logger } from '../logging/logger.js'
import { measureJobWaits } from './measure-job-waits.js'
import { measureNodes } from './measure-nodes.js'
import type { WorkingService } from './work.js'
import { workerPages } from './worker-pages.js'

export type OpenWorkerPortOptions = {
  readonly address: Address
  readonly useCases: Pick<UseCases, 'readJobWaits'>
  readonly nodes: WorkingService['nodes']
  /** The names of the carriers whose breaker is not closed. */
  readonly openBreakers: () => readonly string[]
  readonly knex: Knex
  readonly logger: Logger
  readonly registry: Registry
}

/** Opens the port for metrics and health checks of a standalone worker. */
export async function openWorkerPort(options: OpenWorkerPortOptions): Promise<Listening> {
  const { address, useCases, nodes, openBreakers, knex, logger, registry } = options
  collectDefaultMetrics({ register: registry })
  measureJobWaits({ registry, logger, readJobWaits: useCases.readJobWaits })
  measureNodes({ registry, logger, nodes })
  const pages = workerPages({ registry, ready: () => readiness(knex, logger), carriersDown: openBreakers })
  const listening = await listen(pages, address)
  logger.info({ url: urlOf(address) }, 'listening')
  return listening
}
