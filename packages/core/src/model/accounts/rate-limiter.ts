import type { AccountId } from '../../values/ids.js'
import type { Allowance, Bucket } from './rate-limit.js'

export interface RateLimiter {
  /**
   * Takes one place in the account's sliding minute, or refuses and takes none. Exact for all processes together:
   * no 60 seconds ever allow more than `limit` requests. Stands outside every unit of work, so a request that fails
   * later has still been counted. `resetMs` is 1 to 60,000, however far the clocks of those who ask are apart.
   */
  take(request: { account: AccountId; bucket: Bucket; limit: number; now: Date }): Promise<Allowance>
}
