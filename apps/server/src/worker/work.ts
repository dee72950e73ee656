import type { UseCases } from '@carillon/container'
import { startWorker } from '@carillon/node'
import { migrate, PostgresRequestActivity, type ClusterNodes } from '@carillon/postgres'
import type { Knex } from 'knex'
import { once } from 'node:events'
import type { Registry } from 'prom-client'
import { compose } from '../composition/compose.js'
import type { Logger } from '../logging/logger.js'
import type { LoadedProvider } from '../carriers/module/made-provider.js'
import { requireSameSecret, type ServiceSecret } from '../secrets/service-secret.js'
import { GRACE_MS } from '../settings/grace.js'
import { reportJobs } from './report-jobs.js'
import { startReports } from './report-process.js'

export type WorkOptions = {
  readonly knex: Knex
  readonly nodeUrls: readonly string[]
  readonly secret: ServiceSecret
  readonly webhooksAllowPrivate: boolean
  readonly provider: LoadedProvider | null
  readonly logger: Logger
  readonly registry: Registry
  readonly stopping: AbortSignal
  /** Opens something in addition to running the jobs, such as a port. */
  readonly open?: (service: WorkingService) => Promise<{ stop(options: { graceMs: number }): Promise<void> }>
}

export type WorkingService = {
  readonly useCases: UseCases
  /** The nodes of the database, if it is on a Citus cluster. */
  readonly nodes: Pick<ClusterNodes, 'read'>
  /** The names of the carriers whose breaker is not closed. */
  readonly openBreakers: () => readonly string[]
}

/** Runs the jobs of a service, without serving requests, until `stopping` is aborted. */
export async function work({
  knex,
  nodeUrls,
  secret,
  webhooksAllowPrivate,
  provider,
  logger,
  registry,
  stopping,
  open = async () => ({ stop: async () => {} }),
}: WorkOptions): Promise<void> {
  await migrate(knex)
  await requireSameSecret(knex, secret)
  const { useCases, adapters, nodes, openBreakers, close } = await compose({
    ...{ knex, nodeUrls, secretKey: secret.key, webhooksAllowPrivate, provider, logger, registry },
  })
  const foreground = new PostgresRequestActivity({ knex, ids: adapters.ids })
  try {
    await foreground.listen()
    const opened = await open({ useCases, nodes, openBreakers })
    const worker = startWorker({ useCases, foreground, reports: reportJobs(logger, registry) })
    const reports = startReports({ useCases, adapters, logger, kind: 'worker', runsJobs: true })
    logger.info('working')
    if (!stopping.aborted) await once(stopping, 'abort')
    logger.info('stopping: finishing running jobs')
    await Promise.all([worker.stop({ graceMs: GRACE_MS }), opened.stop({ graceMs: GRACE_MS })])
    await reports.stop()
  } finally {
    await foreground.close()
    await close()
  }
}
