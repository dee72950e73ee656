import { LOOK_UP_WINDOW_MS } from '../credits/price.js'
import { RECEIPT_WINDOW_MS } from '../messages/receipt.js'
import type { Clock } from '../ports/clock.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { AccountId } from '../values/ids.js'

const TRIM_BATCH = 1_000

/** Takes away what is no use any more, account by account and a batch at a time, so that nobody waits for it. */
export class TrimExpired {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute(): Promise<number> {
    const now = this.deps.clock.now()
    const accounts = await this.deps.unitOfWork.run(({ accounts }) => accounts.list())
    let trimmed = 0
    for (const { id } of accounts) {
      for (const trim of TRIMS) trimmed += await this.trim(trim, id, now)
    }
    return trimmed
  }

  private async trim(trim: Trim, account: AccountId, now: Date): Promise<number> {
    let trimmed = 0
    for (let batch = TRIM_BATCH; batch === TRIM_BATCH; trimmed += batch) {
      batch = await this.deps.unitOfWork.run((stores) => trim(stores, account, now))
    }
    return trimmed
  }
}

type Trim = (stores: Stores, account: AccountId, now: Date) => Promise<number>

const TRIMS: readonly Trim[] = [
  ({ keys }, account, now) => keys.trim(account, now, TRIM_BATCH),
  ({ recipientKeys }, account, now) => recipientKeys.trim(account, now, TRIM_BATCH),
  ({ messages }, account, now) => messages.trimReceipts(account, before(now, RECEIPT_WINDOW_MS), TRIM_BATCH),
  ({ carriers }, account, now) => carriers.trim(account, before(now, LOOK_UP_WINDOW_MS), TRIM_BATCH),
  ({ deliveries }, account) => deliveries.trim(account, TRIM_BATCH),
]

function before(now: Date, windowMs: number): Date {
  return new Date(now.getTime() - windowMs)
}
