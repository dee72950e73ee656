import {
  digitTokensOf,
  fieldToken,
  zoneToken,
  type AccountId,
  type FieldFilter,
  type SearchTerm,
  type SupportedZone,
} from '@carillon/core'

/** The expression of the index, see the migration. */
export const TOKENS = `
      array_to_tsvector(
        string_to_array(right(account_id, 8) || replace(search, ' ', ' ' || right(account_id, 8)), ' ')
      )`

/** Quotes a token, which contains neither quotes nor backslashes. Each begins with the end of the account's id. */
export function lexeme(account: AccountId, token: string): string {
  return `'${account.slice(-8)}${token}'`
}

/**
 * All contacts that match the term have these lexemes. A number with the same parts may have them in another order. Null
 * if most numbers have the digits.
 */
export function termLexemes(account: AccountId, { word, digits }: SearchTerm): string | null {
  const begins = `${lexeme(account, word)}:*`
  if (digits === null) return begins
  if (digits.length < DIGITS_MIN) return null
  const parts = digitTokensOf(digits).map((token) => lexeme(account, token))
  return `(${begins} | (${parts.join(' & ')}))`
}

const DIGITS_MIN = 3

export function fieldLexeme(account: AccountId, field: FieldFilter): string {
  return `${lexeme(account, fieldToken(field))}${field.value === null ? ':*' : ''}`
}

export function zoneLexeme(account: AccountId, tz: SupportedZone): string {
  return lexeme(account, zoneToken(tz))
}
