import { DAY_MS, HOUR_MS } from '../../values/time/instant.js'

/** How many codes a form sends at most. */
export type FormLimits = {
  /** To one number. */
  readonly numberPerHour: number
  readonly numberPerDay: number
  /** To all numbers that are the same except for their last four digits. */
  readonly prefixPerHour: number
  /**
   * At the request of one IP address, or of one IPv6 /64. Ten times as many at the request of an IPv4 /24 or an IPv6
   * /48. Requests count even if they are refused.
   */
  readonly addressPerHour: number
  /** To all numbers together. */
  readonly perHour: number
  readonly perDay: number
}

export const FORM_LIMITS: FormLimits = {
  numberPerHour: 5,
  numberPerDay: 10,
  prefixPerHour: 20,
  addressPerHour: 30,
  perHour: 1_000,
  perDay: 5_000,
}

/** The defaults, by what is limited and by period. */
export const CODE_LIMITS = {
  ofPhone: [
    { max: FORM_LIMITS.numberPerHour, withinMs: HOUR_MS },
    { max: FORM_LIMITS.numberPerDay, withinMs: DAY_MS },
  ],
  ofAddress: [{ max: FORM_LIMITS.addressPerHour, withinMs: HOUR_MS }],
  ofAccount: [{ max: FORM_LIMITS.perHour, withinMs: HOUR_MS }],
} as const

/** The codes that one number gets at most in a day from all accounts of the service together. */
export const CODES_TO_NUMBER_IN_SERVICE_MAX = 10

/** How many times the limit of an address applies to its IPv4 /24 or IPv6 /48. */
export const NETWORK_ADDRESSES = 10

/**
 * The share of a form's codes that may go to one country, except to prefixes from which a code was entered in the last
 * 24 hours. The rest is kept for other countries and for those prefixes.
 */
export const COUNTRY_SHARE = 0.8

/** A limit of an opt-in form that is not the limit of one number. */
export const FORM_LIMIT_NAMES = [
  'address',
  'network',
  'prefix',
  'country',
  'form',
  'service_texts',
  'paused_prefix',
  'proof_of_work',
] as const
export type FormLimitName = (typeof FORM_LIMIT_NAMES)[number]
