import { Registry } from 'prom-client'
import type { ApiEnvironment, Logger } from './context.js'
import { createMetrics } from './metrics.js'
import { isNetworkFailure } from './network-failure.js'

/** With what an embedder leaves out. */
export function completeEnvironment(given: Partial<ApiEnvironment>): ApiEnvironment {
  return {
    logger: given.logger ?? FAULTS_ALONE,
    docsUrl: given.docsUrl ?? '/docs/errors',
    // In a registry that nobody reads.
    metrics: given.metrics ?? createMetrics(new Registry()),
    isOutage: given.isOutage ?? isNetworkFailure,
  }
}

/** What a crash comes from is told nowhere else, and Express too says it there. */
const FAULTS_ALONE: Logger = {
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.error(message, fields),
}
