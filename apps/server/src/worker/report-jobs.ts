import type { ClaimedJob } from '@carillon/core'
import type { WorkerReports } from '@carillon/node'
import { isOutage } from '@carillon/postgres'
import type { Registry } from 'prom-client'
import type { Logger } from '../logging/logger.js'
import { traceOf } from '../logging/trace-of.js'
import { createJobMetrics } from './job-metrics.js'

/**
 * Reports jobs to the log and the metrics. Logs one line when an outage begins and one when it ends, however many jobs
 * fail. Does not log error messages, because in them the database quotes rows, with texts and phone numbers.
 */
export function reportJobs(
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  registry: Registry,
): Required<WorkerReports> {
  const metrics = createJobMetrics(registry)
  let isOut = false
  function onError(error: unknown, message: string, fields: object = {}) {
    if (!isOutage(error)) return logger.warn({ ...fields, error: traceOf(error) }, message)
    if (!isOut) logger.error({ error: traceOf(error) }, 'the database is unavailable: jobs are waiting')
    isOut = true
  }
  return {
    onError,
    onClaimed() {
      if (isOut) logger.info('the database is available again: jobs continue')
      isOut = false
    },
    onFailure({ job, error, isDead }) {
      metrics.failures.inc(labelsOf(job))
      if (!isDead) return onError(error, 'job failed', namesOf(job))
      metrics.deaths.inc(labelsOf(job))
      logger.error({ ...namesOf(job), error: traceOf(error) }, 'job is dead: it failed too often')
    },
    onEnd: (job, tookMs) => metrics.runs.observe(labelsOf(job), tookMs / 1_000),
    onRecomputed: (moved) => logger.info({ moved }, 'schedules were recomputed after a change of the time zone data'),
  }
}

function labelsOf({ lane, kind }: ClaimedJob) {
  return { lane, kind }
}

function namesOf({ id, account, kind, attempt }: ClaimedJob) {
  return { job: id, account, kind, attempt }
}
