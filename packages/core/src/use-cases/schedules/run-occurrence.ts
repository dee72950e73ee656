import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { beginOccurrences } from './begin-occurrences.js'
import { fixAlone, fixTogether, type FixAudiences } from './fix-audiences.js'
import type { OccurrenceJob } from './schedule-jobs.js'

/**
 * The job of a schedule: waits for its next occurrence, and begins it. One transaction stores the recipients, accepts a
 * broadcast for each zone that has recipients, starts or plans each send, and advances the schedule. So an occurrence
 * begins only once, even if workers crash or several workers run the job.
 */
export class RunOccurrence {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute(job: OccurrenceJob): Promise<void> {
    await this.begin([job], fixAlone)
  }

  /**
   * Runs the jobs of schedules with small audiences in one transaction, of any accounts. Returns the other jobs, which
   * `execute` runs: a large audience takes seconds, and so do many zones. If one of the jobs fails, nothing is changed.
   */
  executeTogether(jobs: readonly OccurrenceJob[]): Promise<readonly OccurrenceJob[]> {
    return this.begin(jobs, fixTogether)
  }

  private begin(jobs: readonly OccurrenceJob[], fix: FixAudiences): Promise<readonly OccurrenceJob[]> {
    const { unitOfWork, clock, ids } = this.deps
    return unitOfWork.run((stores) => beginOccurrences(stores, { ids, clock, jobs, fix }))
  }
}
