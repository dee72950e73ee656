import type { FieldRule } from '../field-rule.js'
import { isCountry } from './country.js'
import { firstThreeDigits, tableByCallingCode, type CountryRow } from './calling-codes.js'
import { quote } from '../text/text.js'

/**
 * The country of a number, as an ISO 3166-1 code such as US, or as XK for Kosovo, which has no ISO code. Null if the
 * number does not determine it: an unassigned area code, a code of no country such as those of satellite phones, a
 * short code.
 */
export function countryOfNumber(number: string): string | null {
  if (!number.startsWith('+')) return null
  const ranges = COUNTRY_RANGES[firstThreeDigits(number)] ?? []
  return ranges.find(({ pattern }) => pattern === null || pattern.test(number))?.country ?? null
}

/** The rule for a country as `countryOfNumber` returns it, in upper or lower case. */
export const NUMBER_COUNTRY: FieldRule = {
  holds: (text) => isCountry(text) || text.toUpperCase() === 'XK',
  expected: 'must be an ISO 3166-1 alpha-2 country code, such as US or GB, or XK for Kosovo',
  got: quote,
}

/** A part of a calling code that belongs to a country. */
export type CountryRange = {
  readonly country: string
  /** Matches the national numbers of the country; null if the country has the whole calling code. */
  readonly source: string | null
}

/** As in libphonenumber, the first country whose range has the number is its country, because ranges can overlap. */
export function countryRanges(countries: readonly string[], rows: readonly CountryRow[]): readonly CountryRange[] {
  return countries.map((country, i) => ({
    country: ISO_CODES.get(country) ?? country,
    source: countries.length === 1 ? null : rangeOf(rows[i]!),
  }))
}

/** The library's own codes for two parts of Saint Helena, Ascension and Tristan da Cunha. */
const ISO_CODES = new Map([
  ['AC', 'SH'],
  ['TA', 'SH'],
])

function rangeOf([, , , , , , , , , , leadingDigits, types]: CountryRow): string {
  if (leadingDigits) return `(?:${leadingDigits})\\d*`
  return (types || []).flatMap((type) => (type && type[0]) || []).join('|')
}

const COUNTRY_RANGES = tableByCallingCode(({ code, countries, rows }) =>
  countryRanges(countries, rows).map(({ country, source }) => ({
    country,
    pattern: source === null ? null : new RegExp(`^\\+${code}(?:${source})$`),
  })),
)
