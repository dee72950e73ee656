import { CALLING_CODES, type CallingCode } from './calling-codes.js'
import { countryRanges } from './country-of-number.js'
import { PREMIUM_RATE_RANGES, SHARED_COST_RANGES } from './premium-ranges.js'

/**
 * The numbers that start with `prefix`, match `within` and do not match `except`; a pattern that is null does not
 * matter. Patterns are regular expressions in the syntax that JavaScript and Postgres share.
 */
export type NumberRange = {
  readonly prefix: string
  readonly within: string | null
  readonly except: string | null
}

/**
 * The ranges of the numbers whose country is one of `countries`; `withPremium` decides about all numbers that are not
 * ordinary. The ranges agree with `countryOfNumber` and `kindOfNumber`. A store uses them to filter numbers without
 * loading them. Each country has its own range, because Postgres is slow with many alternatives and with lookaheads.
 */
export function numberRanges(
  countries: readonly string[],
  { withPremium }: { readonly withPremium: boolean },
): readonly NumberRange[] {
  const wanted = new Set(countries)
  return CALLING_CODES.flatMap((callingCode) => {
    const { code } = callingCode
    if (callingCode.countries.length === 0) {
      return withPremium ? [{ prefix: `+${code}`, within: null, except: null }] : []
    }
    const premium = withPremium ? [] : [PREMIUM_RATE_RANGES[code] ?? [], SHARED_COST_RANGES[code] ?? []].flat()
    return rangesWithin(callingCode, wanted, premium)
  })
}

/** If two countries have a number, it belongs to the first. */
function rangesWithin(
  { code, countries, rows }: CallingCode,
  wanted: ReadonlySet<string>,
  premium: readonly string[],
): readonly NumberRange[] {
  const ranges: NumberRange[] = []
  const except = [...premium]
  for (const { country, source } of countryRanges(countries, rows)) {
    const within = source === null ? [] : [source]
    if (wanted.has(country)) {
      ranges.push({ prefix: `+${code}`, within: patternOf(code, within), except: patternOf(code, except) })
    } else except.push(...within)
  }
  return ranges
}

function patternOf(code: string, sources: readonly string[]): string | null {
  return sources.length === 0 ? null : `^\\+${code}(?:${sources.join('|')})$`
}
