import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { ServiceSecret } from '../secrets/service-secret.js'
import type { LogLevel } from '../settings/config.js'

/** What a server tells each process that works for it, and does not put where others can see it. */
export type WorkerBrief = {
  readonly databaseUrl: string
  readonly secret: ServiceSecret
  readonly logLevel: LogLevel
  readonly webhooksAllowPrivate: boolean
  /** What `CARILLON_PROVIDER` says; null: the fake provider. */
  readonly provider: string | null
}

/** What a worker has counted since its process was started. */
export type WorkerCounts = readonly MetricObjectWithValues<MetricValue<string>>[]
