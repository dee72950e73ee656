import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { ServiceSecret } from '../secrets/service-secret.js'
import type { LogLevel } from '../settings/config.js'

/** The server's message to each of its worker processes. It contains secrets, so it is sent over a private channel. */
export type WorkerBrief = {
  readonly databaseUrl: string
  readonly nodeUrls: readonly string[]
  readonly secret: ServiceSecret
  readonly logLevel: LogLevel
  readonly webhooksAllowPrivate: boolean
  /** The value of `CARILLON_PROVIDER`; null: the fake provider. */
  readonly provider: string | null
  /** The value of `CARILLON_CARRIERS`. */
  readonly carriers: string | null
}

/** The metrics of a worker since its process started. */
export type WorkerCounts = readonly MetricObjectWithValues<MetricValue<string>>[]
