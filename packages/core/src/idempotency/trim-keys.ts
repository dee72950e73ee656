import type { Clock } from '../ports/clock.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { AccountId } from '../values/ids.js'

const TRIM_BATCH = 1_000

/** The stores that keep keys. */
const KEPT_IN = ['keys', 'recipientKeys'] as const satisfies readonly (keyof Stores)[]

/** Takes expired keys away, account by account and a batch at a time, so that nobody waits for it. */
export class TrimKeys {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute(): Promise<number> {
    const now = this.deps.clock.now()
    const accounts = await this.deps.unitOfWork.run(({ accounts }) => accounts.list())
    let trimmed = 0
    for (const { id } of accounts) {
      for (const store of KEPT_IN) trimmed += await this.trim(store, id, now)
    }
    return trimmed
  }

  private async trim(store: (typeof KEPT_IN)[number], account: AccountId, now: Date): Promise<number> {
    let trimmed = 0
    for (let batch = TRIM_BATCH; batch === TRIM_BATCH; trimmed += batch) {
      batch = await this.deps.unitOfWork.run((stores) => stores[store].trim(account, now, TRIM_BATCH))
    }
    return trimmed
  }
}
