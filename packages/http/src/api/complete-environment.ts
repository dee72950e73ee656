import { Registry } from 'prom-client'
import type { ApiEnvironment, Logger } from './context.js'
import { createMetrics } from './metrics.js'
import { isNetworkFailure } from './network-failure.js'

/** Fills in the defaults for what an embedder leaves out. */
export function completeEnvironment(given: Partial<ApiEnvironment>): ApiEnvironment {
  return {
    logger: given.logger ?? FAULTS_ALONE,
    docsUrl: given.docsUrl ?? '/docs/errors',
    // A registry that nothing reads.
    metrics: given.metrics ?? createMetrics(new Registry()),
    isOutage: given.isOutage ?? isNetworkFailure,
  }
}

/** Logs only errors, to the console, as Express does. The cause of a crash is logged nowhere else. */
const FAULTS_ALONE: Logger = {
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.error(message, fields),
}
