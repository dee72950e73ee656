import { Registry } from 'prom-client'
import { openDatabase } from '../database.js'
import { createLogger, type Logger } from '../logger.js'
import { ToldError } from '../told-error.js'
import { traceOf } from '../trace-of.js'
import { work } from '../work.js'
import type { WorkerBrief, WorkerCounts } from './worker-brief.js'

export type WorkAsToldOptions = {
  readonly brief: WorkerBrief
  /** What the server calls this worker. */
  readonly worker: number
  /** Told every second, where something was counted. */
  readonly tell: (counts: WorkerCounts) => void
  readonly stopping: AbortSignal
}

/** Resolves to the exit code. Whatever is to be said goes to the log, for nobody sits in front of this process. */
export async function workAsTold({ brief, worker, tell, stopping }: WorkAsToldOptions): Promise<number> {
  const { databaseUrl, secret, logLevel } = brief
  const logger = createLogger(logLevel).child({ worker })
  const registry = new Registry()
  try {
    const database = await openDatabase({ databaseUrl, dataDir: '', logLevel }, logger)
    const telling = tellingOf(registry, tell)
    try {
      await work({ knex: database.knex, secret, logger, registry, stopping })
    } finally {
      telling.end()
      await database.close()
    }
    logger.info('stopped')
    return 0
  } catch (error) {
    explain(error, logger)
    return 1
  }
}

const TELL_EVERY_MS = 1_000

function tellingOf(registry: Registry, tell: WorkAsToldOptions['tell']) {
  let last = ''
  const tellNews = async () => {
    const counts = await registry.getMetricsAsJSON()
    const text = JSON.stringify(counts)
    if (text !== last) tell(counts)
    last = text
  }
  const timer = setInterval(() => void tellNews(), TELL_EVERY_MS)
  return { end: () => clearInterval(timer) }
}

function explain(error: unknown, logger: Logger): void {
  if (error instanceof ToldError) logger.error({}, error.message)
  else logger.error({ error: traceOf(error) }, 'the worker cannot go on')
}
