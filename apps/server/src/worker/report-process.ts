import { PROCESS_REPORT_MS, type Adapters, type UseCases, type ServiceProcess } from '@carillon/core'
import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import type { Logger } from '../logging/logger.js'

export type ReportProcessOptions = Pick<ServiceProcess, 'kind' | 'runsJobs'> & {
  readonly useCases: Pick<UseCases, 'reportProcess' | 'endProcess'>
  readonly adapters: Pick<Adapters, 'ids' | 'clock'>
  readonly logger: Pick<Logger, 'debug'>
}

/** Reports every few seconds that this process runs, for the owners of the service, until it is stopped in order. */
export function startReports({ useCases, adapters, logger, kind, runsJobs }: ReportProcessOptions) {
  const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }
  const id = adapters.ids.next('wrk')
  const process = { id, kind, runsJobs, host: hostname(), version, startedAt: adapters.clock.now() }
  // Whoever cannot reach the database has other, louder problems.
  const ignore = (error: unknown) => logger.debug({ err: error }, 'the process was not reported')
  let reporting: Promise<void> | null = null
  const report = () => {
    reporting ??= useCases.reportProcess
      .execute(process)
      .catch(ignore)
      .finally(() => (reporting = null))
  }
  report()
  const timer = setInterval(report, PROCESS_REPORT_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await reporting
      await useCases.endProcess.execute({ id }).catch(ignore)
    },
  }
}
