import type { Clock } from '../ports/clock.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'

const TRIM_BATCH = 1_000

/** Takes expired keys away, account by account and a batch at a time, so that nobody waits for it. */
export class TrimKeys {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute(): Promise<number> {
    const now = this.deps.clock.now()
    const accounts = await this.deps.unitOfWork.run(({ accounts }) => accounts.list())
    let trimmed = 0
    for (const { id } of accounts) {
      for (let batch = TRIM_BATCH; batch === TRIM_BATCH; trimmed += batch) {
        batch = await this.deps.unitOfWork.run(({ keys }) => keys.trim(id, now, TRIM_BATCH))
      }
    }
    return trimmed
  }
}
