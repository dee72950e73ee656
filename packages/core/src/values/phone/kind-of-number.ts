import { firstThreeDigits, tableByCallingCode } from './calling-codes.js'
import { PREMIUM_RATE_RANGES, SHARED_COST_RANGES } from './premium-ranges.js'

/**
 * `international` is a number with a calling code of no country, such as that of a satellite phone. A number that is in
 * no known range is ordinary.
 */
export type NumberKind = 'ordinary' | 'premium-rate' | 'shared-cost' | 'international'

/** A text to any number that is not ordinary can cost many times the usual, and its owner can get a part of that. */
export function kindOfNumber(number: string): NumberKind {
  const ranges = number.startsWith('+') ? RANGES[firstThreeDigits(number)] : undefined
  if (ranges === undefined) return 'ordinary'
  if (ranges.premiumRate?.test(number)) return 'premium-rate'
  if (ranges.sharedCost?.test(number)) return 'shared-cost'
  return ranges.isInternational ? 'international' : 'ordinary'
}

const RANGES = tableByCallingCode(({ code, countries }) => ({
  premiumRate: patternOf(code, PREMIUM_RATE_RANGES[code]),
  sharedCost: patternOf(code, SHARED_COST_RANGES[code]),
  isInternational: countries.length === 0,
}))

function patternOf(code: string, source: string | undefined): RegExp | null {
  return source === undefined ? null : new RegExp(`^\\+${code}(?:${source})$`)
}
