import { JOB_LANES } from '../../model/jobs/job.js'
import type { DatabaseFacts, OldestData, ServiceCounts, ServiceRecord } from '../../model/service/service-store.js'
import { forgottenBefore, isMissing } from '../../model/service/service-process.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DAY_MS, addMs } from '../../values/time/instant.js'
import type { LaneWait } from '../jobs/dead-jobs.js'
import type { DownCarrier, ReadAccountWarningsInput } from './read-account-warnings.js'

export const SERVICE_WARNINGS = [
  'no-jobs-run',
  'processes-missing',
  'versions-differ',
  'jobs-waiting',
  'dead-jobs',
  'webhooks-disabled',
  'retention-late',
  'backup-old',
  'carriers-down',
] as const
export type ServiceWarning = (typeof SERVICE_WARNINGS)[number]

export type ServiceHealth = {
  /** What an owner should look at; empty if all is well. */
  readonly warnings: readonly ServiceWarning[]
  readonly processes: { readonly running: number; readonly runningJobs: number; readonly missing: number }
  readonly waits: readonly LaneWait[]
  readonly counts: ServiceCounts
  /** What was last done: null if never, or if it is not known. */
  readonly last: { readonly [Kind in ServiceRecord['kind']]: Omit<ServiceRecord, 'kind'> | null }
  /** Null if the service keeps everything in memory. */
  readonly database: DatabaseFacts | null
  readonly oldest: OldestData
  /** The versions of the processes that run, sorted. More than one while the service is being updated. */
  readonly versions: readonly string[]
}

/** For owners: whether the service does its work. */
export class ReadServiceHealth {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ downCarriers }: Pick<ReadAccountWarningsInput, 'downCarriers'>): Promise<ServiceHealth> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async ({ service, jobs }) => {
      const processes = await service.processes(forgottenBefore(now))
      const running = processes.filter((process) => !isMissing(process, now))
      const since = await jobs.lanesDue(now)
      const records = await service.records()
      const last = (kind: ServiceRecord['kind']) => {
        const found = records.find((record) => record.kind === kind)
        return found === undefined ? null : { at: found.at, details: found.details }
      }
      const health = {
        processes: {
          running: running.length,
          runningJobs: running.filter(({ runsJobs }) => runsJobs).length,
          missing: processes.length - running.length,
        },
        waits: JOB_LANES.map((lane) => ({ lane, waitedMs: now.getTime() - (since.get(lane) ?? now).getTime() })),
        counts: await service.counts(),
        last: { retention: last('retention'), deletion: last('deletion'), backup: last('backup') },
        database: await service.database(),
        oldest: await service.oldest(),
        versions: [...new Set(running.map(({ version }) => version))].sort(),
      }
      return { ...health, warnings: warningsOf(health, { downCarriers, now }) }
    })
  }
}

const WAIT_MAX_MS = 60_000
const RETENTION_MAX_MS = DAY_MS
const BACKUP_MAX_MS = 7 * DAY_MS

/** A service whose processes do not report is embedded, and its backups are unknown if others make them. */
function warningsOf(
  health: Omit<ServiceHealth, 'warnings'>,
  { downCarriers, now }: { readonly downCarriers: readonly DownCarrier[]; readonly now: Date },
): readonly ServiceWarning[] {
  const { processes, waits, counts, last, versions } = health
  const isOlder = (at: Date | undefined, ms: number) => at !== undefined && at < addMs(now, -ms)
  const found: Readonly<Record<ServiceWarning, boolean>> = {
    'no-jobs-run': processes.running > 0 && processes.runningJobs === 0,
    'processes-missing': processes.missing > 0,
    'versions-differ': versions.length > 1,
    'jobs-waiting': waits.some(({ waitedMs }) => waitedMs > WAIT_MAX_MS),
    'dead-jobs': counts.deadJobs > 0,
    'webhooks-disabled': counts.disabledWebhooks > 0,
    'retention-late': isOlder(last.retention?.at, RETENTION_MAX_MS),
    'backup-old': isOlder(last.backup?.at, BACKUP_MAX_MS),
    'carriers-down': downCarriers.length > 0,
  }
  return SERVICE_WARNINGS.filter((warning) => found[warning])
}
