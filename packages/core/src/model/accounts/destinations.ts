import { countryOfNumber } from '../../values/phone/country-of-number.js'
import { kindOfNumber, type NumberKind } from '../../values/phone/kind-of-number.js'
import { numberRanges, type NumberRange } from '../../values/phone/number-ranges.js'

/** Where the texts of an account may go. Countries are codes as `countryOfNumber` returns them. */
export type Destinations = {
  /** The countries that the account may text; null means everywhere, and then `allowPremium` does not matter. */
  readonly allowedCountries: readonly string[] | null
  /** Whether numbers that are not ordinary are allowed too: premium-rate, shared-cost and international numbers. */
  readonly allowPremium: boolean
  /** The countries to which people without an API key can cause texts; null means the countries of the senders. */
  readonly formCountries: readonly string[] | null
}

/** The destinations of a new account. */
export const DEFAULT_DESTINATIONS: Destinations = { allowedCountries: null, allowPremium: false, formCountries: null }

export function isAllowed(destinations: Destinations, phone: string): boolean {
  return faultOfDestination(destinations, phone) === null
}

/** The positions of the numbers that the account may not text. */
export function notAllowedAmong(destinations: Destinations, phones: readonly string[]): ReadonlySet<number> {
  if (destinations.allowedCountries === null) return new Set()
  return new Set([...phones.keys()].filter((i) => !isAllowed(destinations, phones[i]!)))
}

/** The numbers that an account may text are in any of these ranges; null if it may text all. */
export type AllowedNumbers = readonly NumberRange[] | null

export function allowedNumbers({ allowedCountries, allowPremium }: Destinations): AllowedNumbers {
  return allowedCountries && numberRanges(allowedCountries, { withPremium: allowPremium })
}

/** Why the account may not text the number, as the message for its field; null if it may. */
export function faultOfDestination({ allowedCountries, allowPremium }: Destinations, phone: string): string | null {
  return allowedCountries && faultWithin(allowedCountries, allowPremium, phone)
}

/** Whether a person without an API key may cause a text to the number, for example by asking for a code. */
export function isAllowedToStrangers(
  destinations: Destinations,
  { senders, phone }: { readonly senders: readonly { readonly number: string }[]; readonly phone: string },
): boolean {
  const countries = destinations.formCountries ?? senders.map(({ number }) => senderCountry(number))
  return faultWithin(countries, destinations.allowPremium, phone) === null && isAllowed(destinations, phone)
}

/** The country of a sender; US for a short code, which has no country, and for no sender. */
export function senderCountry(number: string): string {
  return countryOfNumber(number) ?? 'US'
}

function faultWithin(countries: readonly string[], allowPremium: boolean, phone: string): string | null {
  const country = countryOfNumber(phone)
  const kind = kindOfNumber(phone)
  if (kind !== 'ordinary' && !allowPremium) return `must not be ${KIND_NAMES[kind]}: got ${phone}`
  if (country === null && kind !== 'ordinary') return null
  if (country !== null && countries.includes(country)) return null
  const got = country === null ? 'in no known country' : `in ${country}`
  return `must be a number in ${shown(countries)}: got a number ${got}`
}

const KIND_NAMES: Record<Exclude<NumberKind, 'ordinary'>, string> = {
  'premium-rate': 'a premium-rate number',
  'shared-cost': 'a shared-cost number',
  international: 'a number outside all countries, such as one of a satellite phone',
}

function shown(countries: readonly string[]): string {
  const first = countries.slice(0, COUNTRIES_SHOWN_MAX).join(', ')
  if (countries.length === 1) return first
  const more = countries.length - COUNTRIES_SHOWN_MAX
  return more > 0 ? `one of ${first} or ${more} more` : `one of ${first}`
}

const COUNTRIES_SHOWN_MAX = 10
