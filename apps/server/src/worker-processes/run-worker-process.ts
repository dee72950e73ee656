import { lowerPriority } from '@carillon/node'
import { Registry } from 'prom-client'
import { connectTo } from '../composition/database.js'
import { createLogger, type Logger } from '../logging/logger.js'
import { traceOf } from '../logging/trace-of.js'
import { loadProvider } from '../composition/load-provider.js'
import { UserError } from '../settings/user-error.js'
import { work } from '../worker/work.js'
import { reportCounts, type ReportCountsOptions } from './report-counts.js'
import type { WorkerBrief } from './worker-brief.js'

export type RunWorkerProcessOptions = {
  readonly brief: WorkerBrief
  /** The server's number for this worker. */
  readonly worker: number
  /** Called every second if the counts changed, and before the end. */
  readonly send: ReportCountsOptions['send']
  readonly stopping: AbortSignal
}

/** Resolves to the exit code. Reports only to the log, because this process has no terminal. */
export async function runWorkerProcess({ brief, worker, send, stopping }: RunWorkerProcessOptions): Promise<number> {
  const { databaseUrl, nodeUrls, secret, logLevel, webhooksAllowPrivate } = brief
  const logger = createLogger(logLevel).child({ worker })
  const registry = new Registry()
  lowerPriority()
  try {
    const provider = await loadProvider(brief, process.env)
    const database = await connectTo(databaseUrl)
    const onError = (error: unknown) =>
      logger.warn({ error: traceOf(error) }, 'the metrics could not be sent to the server')
    const reporting = reportCounts({ registry, send, onError })
    try {
      const { knex } = database
      await work({ knex, nodeUrls, secret, webhooksAllowPrivate, provider, logger, registry, stopping })
    } finally {
      await reporting.end()
      await database.close()
    }
    logger.info('stopped')
    return 0
  } catch (error) {
    explain(error, logger)
    return 1
  }
}

function explain(error: unknown, logger: Logger): void {
  if (error instanceof UserError) logger.error({}, error.message)
  else logger.error({ error: traceOf(error) }, 'the worker cannot continue')
}
