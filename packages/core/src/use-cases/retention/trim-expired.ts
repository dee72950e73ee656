import type { Account } from '../../model/accounts/account.js'
import { LOOK_UP_WINDOW_MS } from '../../model/credits/price.js'
import { FORM_ENTRY_KEPT_MS } from '../../model/forms/form-entry.js'
import { RECEIPT_WINDOW_MS } from '../../model/messages/receipt.js'
import type { Clock } from '../../ports/clock.js'
import { NEVER_STOPPING, type Stopping } from '../../ports/stopping.js'
import type { Timer } from '../../ports/timer.js'
import type { Trimmed } from '../../stores/retention-store.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import { later } from '../../values/time/instant.js'
import { RETENTION_TRIMS, type Trim } from './trim-kept.js'

const TRIM_BATCH = 1_000
/** After a step it rests so many times as long as that took: the slower the database, the less it is asked for. */
const REST_TIMES = 4
const REST_MAX_MS = 1_000

/**
 * Takes away what is no use any more, and what an account does not want to keep any longer, account by account and a
 * step at a time, so that nobody waits for it.
 */
export class TrimExpired {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; timer: Timer }) {}

  /** Answers how much it took. Once it is to stop, it begins no other step and leaves the rest for the next time. */
  async execute({ stopping = NEVER_STOPPING }: { readonly stopping?: Stopping } = {}): Promise<number> {
    const now = this.deps.clock.now()
    const accounts = await this.deps.unitOfWork.run(({ accounts }) => accounts.list())
    let trimmed = 0
    for (const account of accounts) {
      for (const trim of TRIMS) trimmed += await this.trim(trim, account, { now, stopping })
    }
    return trimmed
  }

  private async trim(trim: Trim, account: Account, { now, stopping }: Trimming): Promise<number> {
    let trimmed = 0
    for (let from: Date | null = null; !stopping.aborted;) {
      const begunAt = this.deps.clock.now().getTime()
      const { taken, next }: Trimmed = await this.deps.unitOfWork.run((stores) => trim(stores, account, { now, from }))
      trimmed += taken
      if (next === null) break
      from = next
      await this.rest(this.deps.clock.now().getTime() - begunAt)
    }
    return trimmed
  }

  private async rest(tookMs: number): Promise<void> {
    const restMs = Math.min(REST_MAX_MS, REST_TIMES * tookMs)
    if (restMs > 0) await this.deps.timer.wait(restMs)
  }
}

type Trimming = { readonly now: Date; readonly stopping: Stopping }

const TRIMS: readonly Trim[] = [
  expired(({ keys }, account, now) => keys.trim(account, now, TRIM_BATCH)),
  expired(({ recipientKeys }, account, now) => recipientKeys.trim(account, now, TRIM_BATCH)),
  expired(({ messages }, account, now) => messages.trimReceipts(account, later(now, -RECEIPT_WINDOW_MS), TRIM_BATCH)),
  expired(({ carriers }, account, now) => carriers.trim(account, later(now, -LOOK_UP_WINDOW_MS), TRIM_BATCH)),
  expired(({ deliveries }, account) => deliveries.trim(account, TRIM_BATCH)),
  expired(({ formEntries }, account, now) => formEntries.trim(account, later(now, -FORM_ENTRY_KEPT_MS), TRIM_BATCH)),
  ...RETENTION_TRIMS,
]

/** What is as many as fit into a step may be more; what is left is found from the beginning. */
function expired(trim: (stores: Stores, account: AccountId, now: Date) => Promise<number>): Trim {
  return async (stores, { id }, { now }) => {
    const taken = await trim(stores, id, now)
    return { taken, next: taken === TRIM_BATCH ? now : null }
  }
}
