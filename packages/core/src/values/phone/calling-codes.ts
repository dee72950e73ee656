import metadata from 'libphonenumber-js/min/metadata'

export type CallingCode = {
  readonly code: string
  /** The countries that share the code, the main one first. Empty for a code that belongs to no country. */
  readonly countries: readonly string[]
  /** The metadata of each country; of the code itself if it belongs to no country. */
  readonly rows: readonly CountryRow[]
}

/** A row of the library's metadata. The columns are documented only in its source, so tests detect changes. */
export type CountryRow = readonly [
  code?: unknown,
  internationalPrefix?: unknown,
  pattern?: unknown,
  lengths?: readonly number[],
  formats?: unknown,
  nationalPrefix?: string | 0,
  nationalPrefixFormat?: unknown,
  prefixForParsing?: string | 0,
  nationalPrefixTransform?: unknown,
  formatOptional?: unknown,
  leadingDigits?: string | 0,
  types?: readonly NumberType[] | 0,
  ...rest: unknown[],
]

type NumberType = readonly [pattern: string, lengths?: readonly number[]] | 0

/**
 * A table with the entry of each calling code, indexed by the first three digits of a number: no code is longer or a
 * prefix of another. The code 1 fills 100 to 199.
 */
export function tableByCallingCode<T>(entryOf: (callingCode: CallingCode) => T): readonly (T | undefined)[] {
  const table: (T | undefined)[] = Array.from({ length: 1000 })
  for (const callingCode of CALLING_CODES) {
    const { code } = callingCode
    table.fill(entryOf(callingCode), Number(code.padEnd(3, '0')), Number(code.padEnd(3, '9')) + 1)
  }
  return table
}

/** The index of a number in such a table. */
export function firstThreeDigits(text: string): number {
  return text.charCodeAt(1) * 100 + text.charCodeAt(2) * 10 + text.charCodeAt(3) - 111 * ZERO
}

const ZERO = 48

export const CALLING_CODES: readonly CallingCode[] = [
  ...Object.entries(metadata.country_calling_codes).map(([code, countries]) => ({
    code,
    countries,
    rows: countries.map((country): CountryRow => metadata.countries[country]!),
  })),
  ...Object.entries(metadata.nonGeographic).map(([code, row]) => ({ code, countries: [], rows: [row as CountryRow] })),
]
