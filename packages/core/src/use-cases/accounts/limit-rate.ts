import type { Account } from '../../model/accounts/account.js'
import type { Allowance, Bucket, RateLimiter } from '../../model/accounts/rate-limit.js'
import type { Clock } from '../../ports/runtime.js'

/** Counts a request of an account. Returns null if the account's settings have no limit for this kind of request. */
export class LimitRate {
  constructor(private readonly deps: { rateLimiter: RateLimiter; clock: Clock }) {}

  async execute({ account, bucket }: { account: Account; bucket: Bucket }): Promise<Allowance | null> {
    const limit = account.rateLimits[bucket]
    if (limit === null) return null
    return this.deps.rateLimiter.take({ account: account.id, bucket, limit, now: this.deps.clock.now() })
  }
}
