import { startWorker } from '@carillon/node'
import { migrate } from '@carillon/postgres'
import type { Knex } from 'knex'
import { once } from 'node:events'
import type { Registry } from 'prom-client'
import { compose } from '../compose.js'
import { GRACE_MS } from '../grace.js'
import type { Logger } from '../logging/logger.js'
import { requireSameSecret, type ServiceSecret } from '../secrets/service-secret.js'
import { reportJobs } from './report-jobs.js'

export type WorkOptions = {
  readonly knex: Knex
  readonly secret: ServiceSecret
  readonly webhooksAllowPrivate: boolean
  readonly logger: Logger
  readonly registry: Registry
  readonly stopping: AbortSignal
}

/** Works on the jobs of a service without serving requests, until it is told to stop. */
export async function work({
  knex,
  secret,
  webhooksAllowPrivate,
  logger,
  registry,
  stopping,
}: WorkOptions): Promise<void> {
  await migrate(knex)
  await requireSameSecret(knex, secret)
  const { useCases, close } = await compose({ knex, secretKey: secret.key, webhooksAllowPrivate, logger })
  try {
    const worker = startWorker({ useCases, reports: reportJobs(logger, registry) })
    logger.info('working')
    if (!stopping.aborted) await once(stopping, 'abort')
    logger.info('stopping: jobs in hand are finished')
    await worker.stop({ graceMs: GRACE_MS })
  } finally {
    await close()
  }
}
