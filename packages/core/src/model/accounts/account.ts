import type { AccountId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { FrequencyCap } from '../frequency/frequency-cap.js'
import type { FormLimits } from '../limits/form-limits.js'
import type { Pool } from '../senders/pool.js'
import type { SendingHours } from '../windows/sending-windows.js'
import type { RateCounts } from '../senders/rate-counts.js'
import type { ServiceTexts } from '../limits/stranger-limits.js'
import type { AutoPause } from './auto-pause.js'
import type { Destinations } from './destinations.js'
import type { RateLimits } from './rate-limit.js'

export type Compliance = {
  readonly blockedPhrases: readonly string[]
  readonly blockPublicShorteners: boolean
  /** The reply to HELP and INFO. */
  readonly helpText: string | null
}

/** The settings and texts of the account's opt-in forms. */
export type OptInFormSettings = {
  readonly isOpen: boolean
  /** The text that a person agrees to; null selects the service's default text. */
  readonly consentText: string | null
  readonly privacyUrl: string | null
  readonly termsUrl: string | null
  readonly limits: FormLimits
}

/** The number of days after which data is deleted; null means never. */
export type Retention = {
  readonly messages: number | null
  readonly events: number | null
  readonly clicks: number | null
}

export type Capabilities = { readonly silentOptIn: boolean }

/** A customer of the service. Everything else belongs to exactly one account. */
export type Account = {
  readonly id: AccountId
  /** Unique in the service. Operators identify the account by it. */
  readonly name: string
  readonly timezone: TimeZone
  readonly capabilities: Capabilities
  readonly dailyMessageQuota: number | null
  readonly rateLimits: RateLimits
  readonly compliance: Compliance
  readonly serviceTexts: ServiceTexts
  readonly optInForm: OptInFormSettings
  readonly retention: Retention
  readonly destinations: Destinations
  /** Whether messages to numbers that are known to be landlines fail without being submitted. */
  readonly refuseLandlines: boolean
  /** Whether smart encoding is applied to texts whose request does not say. */
  readonly smartEncoding: boolean
  /** When texts to many recipients may be sent. */
  readonly sendingHours: SendingHours
  /** How many messages one number may get. Empty: any number. */
  readonly frequencyCaps: readonly FrequencyCap[]
  /** Pauses broadcasts when too many of their messages fail; null pauses none. */
  readonly autoPause: AutoPause | null
  /** What the rates of its senders count. */
  readonly rateCounts: RateCounts
  /** Numbers that can be sent from together, in the order in which they were declared. */
  readonly pools: readonly Pool[]
  readonly createdAt: Date
}

/** The account, and the choice of a request or schedule; without a choice the account decides. */
export type SmartEncodingChoice = { readonly account: Account; readonly smartEncoding?: boolean | null | undefined }

export function usesSmartEncoding({ account, smartEncoding }: SmartEncodingChoice): boolean {
  return smartEncoding ?? account.smartEncoding
}

export interface AccountStore {
  /** Locks the account until the unit of work ends. Null when no account has the name. */
  lockByName(name: string): Promise<Account | null>
  /** Like `lockByName`, for callers that know the id: the name of the account may have changed meanwhile. */
  lock(id: AccountId): Promise<Account | null>
  find(id: AccountId): Promise<Account | null>
  findByName(name: string): Promise<Account | null>
  /** Returns false and changes nothing if another account has the name, even if the two are added concurrently. */
  add(account: Account): Promise<boolean>
  /**
   * Once the unit of work has ended, every process of the service sees the new settings. Throws `name-taken` if another
   * account has the name.
   */
  save(account: Account): Promise<void>
  /** Sorted by name. */
  list(): Promise<readonly Account[]>
}
