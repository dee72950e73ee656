import type { Schedule } from '../../model/schedules/schedule.js'
import { NEVER_STOPPING, type Clock, type Stopping } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { forEachDespiteFailures } from '../../values/collections.js'
import type { AccountId, ScheduleId } from '../../values/ids.js'
import { recomputed } from './advance-schedule.js'
import { occurrenceJobOf, saveWithJob } from './schedule-jobs.js'

const PAGE_LENGTH = 500

/**
 * Recomputes every next occurrence, because this process may have different time zone rules, and restores missing jobs
 * of schedules. Works page by page, so that other work does not wait for it. An account whose schedules cannot be reached
 * does not hold up the others.
 */
export class RecomputeSchedules {
  /** The accounts that need not be recomputed again after a failure. */
  private readonly upToDate = new Set<AccountId>()

  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  /**
   * Returns the number of schedules that changed. Once `stopping` is aborted, begins no further page. After a failure, the
   * next call takes only the accounts that are left.
   */
  async execute({ stopping = NEVER_STOPPING }: { readonly stopping?: Stopping } = {}): Promise<number> {
    const accounts = await this.deps.unitOfWork.run(({ accounts }) => accounts.list())
    const left = accounts.filter(({ id }) => !this.upToDate.has(id))
    let moved = 0
    await forEachDespiteFailures(left, async ({ id }) => {
      moved += await this.ofAccount(id, stopping)
      this.upToDate.add(id)
    })
    this.upToDate.clear()
    return moved
  }

  private async ofAccount(account: AccountId, stopping: Stopping): Promise<number> {
    let moved = 0
    let after: ScheduleId | null = null
    while (!stopping.aborted) {
      const page: readonly Schedule[] = await this.page(account, after)
      for (const schedule of page) if (recomputed(schedule) !== schedule) moved += await this.move(schedule)
      if (page.length < PAGE_LENGTH) break
      after = page.at(-1)!.id
    }
    return moved
  }

  private page(account: AccountId, after: ScheduleId | null): Promise<readonly Schedule[]> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async ({ schedules, jobs }) => {
      const page = await schedules.after(account, after, PAGE_LENGTH)
      await jobs.add(page.flatMap((schedule) => occurrenceJobOf(schedule, now) ?? []))
      return page
    })
  }

  private move({ account, id }: Schedule): Promise<number> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const locked = await stores.schedules.lock(account, id)
      if (locked === null || recomputed(locked) === locked) return 0
      await saveWithJob(stores, recomputed(locked), now)
      return 1
    })
  }
}
