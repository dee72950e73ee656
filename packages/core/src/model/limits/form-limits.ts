import { DAY_MS, HOUR_MS } from '../../values/time/instant.js'

/** The maximum number of codes in a period. These are the defaults. */
export const CODE_LIMITS = {
  ofPhone: [
    { max: 5, withinMs: HOUR_MS },
    { max: 10, withinMs: DAY_MS },
  ],
  ofAddress: [{ max: 30, withinMs: HOUR_MS }],
  ofAccount: [{ max: 1_000, withinMs: HOUR_MS }],
} as const

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
  numberPerHour: CODE_LIMITS.ofPhone[0].max,
  numberPerDay: CODE_LIMITS.ofPhone[1].max,
  prefixPerHour: 20,
  addressPerHour: CODE_LIMITS.ofAddress[0].max,
  perHour: CODE_LIMITS.ofAccount[0].max,
  perDay: 5_000,
}

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
