import type { AccountId } from '../values/ids.js'
import type { TimeZone } from '../values/time-zone.js'
import type { RateLimits } from './rate-limit.js'

export type Compliance = {
  readonly blockedPhrases: readonly string[]
  readonly blockPublicShorteners: boolean
  /** The answer to HELP and INFO. */
  readonly helpText: string | null
}

export type Capabilities = { readonly silentOptIn: boolean }

/** One customer of the service; everything else belongs to exactly one. */
export type Account = {
  readonly id: AccountId
  /** Unique in the service: how an operator speaks of the account. */
  readonly name: string
  readonly timezone: TimeZone
  readonly capabilities: Capabilities
  readonly dailyMessageQuota: number | null
  readonly rateLimits: RateLimits
  readonly compliance: Compliance
  readonly createdAt: Date
}
