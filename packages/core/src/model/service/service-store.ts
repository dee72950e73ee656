import type { CreditAmounts } from '../credits/ledger.js'
import type { DeadJob } from '../jobs/job.js'
import type { Schedule } from '../schedules/schedule.js'
import type { Send } from '../schedules/send.js'
import type { AccountId } from '../../values/ids.js'
import type { Place } from '../../values/page.js'
import type { ServiceProcess } from './service-process.js'

/** What the owners of the service see of all accounts and processes. Takes no locks. */
export interface ServiceStore {
  /** Adds the process, or replaces the one with the same id. */
  putProcess(process: ServiceProcess): Promise<void>
  removeProcess(id: ServiceProcess['id']): Promise<void>
  /** By start, the newest first. Deletes those that were last seen before the instant. */
  processes(seenSince: Date): Promise<readonly ServiceProcess[]>
  /** Replaces the record of the same kind, unless that is newer. */
  putRecord(record: ServiceRecord): Promise<void>
  /** The last record of each kind. */
  records(): Promise<readonly ServiceRecord[]>
  /** By name, then by id, those after a name. */
  accounts(step: { readonly after: string | null; readonly limit: number }): Promise<readonly AccountFigures[]>
  /** Of all accounts, newest first, then by descending id. */
  deadJobs(step: ServiceStep): Promise<readonly DeadJob[]>
  counts(): Promise<ServiceCounts>
  /** The schedules that have not ended and whose last send has failed, by id, each with that send. */
  failingSchedules(account: AccountId, limit: number): Promise<readonly FailingSchedule[]>
  /** Null if the adapter has no database. */
  database(): Promise<DatabaseFacts | null>
  /** The oldest data of all accounts among what the retention deletes in time. */
  oldest(): Promise<OldestData>
}

export type ServiceStep = { readonly after: Place | null; readonly limit: number }

/** The last time that something was done for the whole service. */
export type ServiceRecord = {
  /** `retention`: a run of the retention. `deletion`: the last run that has deleted anything. */
  readonly kind: 'retention' | 'deletion' | 'backup'
  readonly at: Date
  readonly details: Readonly<Record<string, string | number>>
}

/** An account with the figures that an owner looks at first. */
export type AccountFigures = {
  readonly id: AccountId
  readonly name: string
  readonly timezone: string
  readonly createdAt: Date
  readonly credits: CreditAmounts
  /** The recipients that were accepted on the last UTC day with any. */
  readonly accepted: { readonly day: string; readonly count: number } | null
  readonly groups: number
  readonly numbers: number
  readonly deadJobs: number
  readonly disabledWebhooks: number
  readonly lastMessageAt: Date | null
}

export type ServiceCounts = {
  readonly accounts: number
  readonly deadJobs: number
  readonly disabledWebhooks: number
  readonly failingWebhooks: number
}

export type FailingSchedule = { readonly schedule: Schedule; readonly send: Send }

export type DatabaseFacts = {
  readonly bytes: number
  readonly version: string
  /** In the order in which they were applied. */
  readonly migrations: readonly { readonly id: string; readonly appliedAt: Date }[]
  /** The migrations that this version of the service has, and the database does not have yet. */
  readonly pending: readonly string[]
}

/** When the oldest of each kind was stored; null if there is none. */
export type OldestData = { readonly message: Date | null; readonly event: Date | null }
