import {
  FORM_LIMITS,
  completeRateLimits,
  type Account,
  type AccountId,
  type Compliance,
  type Destinations,
  type FormLimits,
  type OptInFormSettings,
  type RateLimits,
  type Retention,
  type SendingHours,
  type ServiceTexts,
  type TimeZone,
} from '@carillon/core'

/** The account store reads these rows, and the keyring reads them together with the keys. */
export type AccountRow = {
  readonly id: AccountId
  readonly name: string
  readonly timezone: TimeZone
  readonly silent_opt_in: boolean
  readonly daily_message_quota: string | null
  /** Does not contain limits that were introduced after the row was written. */
  readonly rate_limits: Partial<RateLimits>
  readonly compliance: Compliance
  readonly service_texts: ServiceTexts
  /** Does not contain limits that were introduced after the row was written. */
  readonly opt_in_form: Omit<OptInFormSettings, 'limits'> & { readonly limits?: Partial<FormLimits> }
  readonly retention: Retention
  readonly destinations: Destinations
  readonly refuse_landlines: boolean
  readonly smart_encoding: boolean
  readonly sending_hours: SendingHours
  readonly frequency_caps: Account['frequencyCaps']
  readonly auto_pause: Account['autoPause']
  readonly rate_counts: Account['rateCounts']
  readonly pools: Account['pools']
  readonly created_at: Date
}

export const ACCOUNT_COLUMNS = `
  account.id, account.name, account.timezone, account.silent_opt_in, account.daily_message_quota,
  account.rate_limits, account.compliance, account.service_texts, account.opt_in_form, account.retention,
  account.destinations, account.refuse_landlines, account.smart_encoding, account.sending_hours,
  account.frequency_caps, account.auto_pause, account.rate_counts, account.pools, account.created_at`

export function accountFromRow(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    timezone: row.timezone,
    capabilities: { silentOptIn: row.silent_opt_in },
    dailyMessageQuota: row.daily_message_quota === null ? null : Number(row.daily_message_quota),
    rateLimits: completeRateLimits(row.rate_limits),
    compliance: row.compliance,
    serviceTexts: row.service_texts,
    optInForm: { ...row.opt_in_form, limits: { ...FORM_LIMITS, ...row.opt_in_form.limits } },
    retention: row.retention,
    destinations: row.destinations,
    refuseLandlines: row.refuse_landlines,
    smartEncoding: row.smart_encoding,
    sendingHours: row.sending_hours,
    frequencyCaps: row.frequency_caps,
    autoPause: row.auto_pause,
    rateCounts: row.rate_counts,
    pools: row.pools,
    createdAt: row.created_at,
  }
}
