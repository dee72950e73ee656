import type { AccountId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { RateLimits } from './rate-limit.js'

export type Compliance = {
  readonly blockedPhrases: readonly string[]
  readonly blockPublicShorteners: boolean
  /** The answer to HELP and INFO. */
  readonly helpText: string | null
}

/** What the account's opt-in forms say, and whether they are there at all. */
export type OptInFormSettings = {
  readonly isOpen: boolean
  /** What a person agrees to; null is a text of the service. */
  readonly consentText: string | null
  readonly privacyUrl: string | null
  readonly termsUrl: string | null
}

/** After how many days it is taken away; null is never. */
export type Retention = {
  readonly messages: number | null
  readonly events: number | null
  readonly clicks: number | null
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
  readonly optInForm: OptInFormSettings
  readonly retention: Retention
  readonly createdAt: Date
}

export interface AccountStore {
  /** Holds the account until the unit of work ends. Null when no account has the name. */
  lockByName(name: string): Promise<Account | null>
  find(id: AccountId): Promise<Account | null>
  findByName(name: string): Promise<Account | null>
  /** False, and nothing is changed, when another account has the name; also when two come at once. */
  add(account: Account): Promise<boolean>
  /** From the end of the unit of work on, every process of the service sees the new settings. */
  save(account: Account): Promise<void>
  /** By name. */
  list(): Promise<readonly Account[]>
}
