import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { AREA_CODE_ZONES, SPLIT_ZIP_PREFIX_ZONES, ZIP_PREFIX_ZONES } from './zone-tables.js'

export const SUPPORTED_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const
export type SupportedZone = (typeof SUPPORTED_ZONES)[number]

type Whereabouts = {
  readonly phone: PhoneNumber
  readonly address?: { readonly postalCode?: string | undefined; readonly country?: string | undefined } | undefined
}

/**
 * The timezone of a contact: from the US postal code, else from the US area code of its number, else null. Where the
 * local zone is not one of the six, the zone with the same standard offset is used: Denver for Phoenix, New York for
 * Detroit.
 * US territories, military addresses and all other countries have no timezone.
 */
export function timezoneOf({ phone, address }: Whereabouts): SupportedZone | null {
  return zoneOfAddress(address) ?? zoneOfPhone(phone)
}

function zoneOfAddress({ postalCode, country = 'US' }: NonNullable<Whereabouts['address']> = {}): SupportedZone | null {
  if (postalCode === undefined || country !== 'US') return null
  const zip = ZIP_FORM.exec(postalCode)?.[1]
  return zip === undefined ? null : zoneOfZip(zip)
}

/** ZIP or ZIP+4, with or without the hyphen. Surrounding white space is ignored. */
const ZIP_FORM = /^\s*(\d{5})(?:-?\d{4})?\s*$/

/**
 * Most prefixes have one zone, which also applies to ZIPs that are not in the data: new ZIPs, or ZIPs of a single firm.
 * In a prefix with several zones, only the ZIPs in the data resolve.
 */
function zoneOfZip(zip: string): SupportedZone | null {
  const letter = letterAt(ZIP_PREFIX_ZONES, zip)
  return zoneOfLetter(letter === SPLIT ? SPLIT_ZIP_PREFIX_ZONES[zip.slice(0, 3)]?.[Number(zip.slice(3))] : letter)
}

/** An area code with two zones has the zone of most of its people: 850 has Pensacola's, an hour behind Tallahassee. */
function zoneOfPhone(phone: PhoneNumber): SupportedZone | null {
  const areaCode = NANP_FORM.exec(phone)?.[1]
  return areaCode === undefined ? null : zoneOfLetter(letterAt(AREA_CODE_ZONES, areaCode))
}

const NANP_FORM = /^\+1(\d{3})\d{7}$/

/** Looks up three digits in a table: the first digit selects the row, and the other two select the column. */
function letterAt(table: readonly string[], digits: string): string | undefined {
  return table[Number(digits[0])]?.[Number(digits.slice(1, 3))]
}

function zoneOfLetter(letter: string | undefined): SupportedZone | null {
  return ZONES_BY_LETTER.get(letter) ?? null
}

/** The letters of the generated tables; a dot means no zone. */
const ZONES_BY_LETTER: ReadonlyMap<string | undefined, SupportedZone> = new Map([
  ['E', 'America/New_York'],
  ['C', 'America/Chicago'],
  ['M', 'America/Denver'],
  ['P', 'America/Los_Angeles'],
  ['A', 'America/Anchorage'],
  ['H', 'Pacific/Honolulu'],
])
const SPLIT = '/'
