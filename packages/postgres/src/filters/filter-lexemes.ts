import {
  fieldToken,
  MORE_WORDS,
  searchWordsIn,
  zoneToken,
  type AccountId,
  type ContactTest,
  type CustomFieldKey,
  type SupportedZone,
} from '@carillon/core'
import { lexeme } from './search-lexemes.js'

/**
 * What the index of the search finds every contact by that passes the test, and others: null if it cannot tell. The
 * tokens of a contact may lack some of its words, and then say so.
 */
export function filterLexemesOf(account: AccountId, test: ContactTest): string | null {
  const lexemes = lexemesOf(account, test)
  return lexemes === null || lexemes.length > LEXEMES_LENGTH_MAX ? null : lexemes
}

/** Postgres refuses a query of more than a megabyte. */
const LEXEMES_LENGTH_MAX = 100_000

function lexemesOf(account: AccountId, test: ContactTest): string | null {
  const find = (token: string) => lexeme(account, token)
  switch (test.kind) {
    case 'all': {
      const parts = test.tests.flatMap((each) => lexemesOf(account, each) ?? [])
      return parts.length === 0 ? null : `(${parts.join(' & ')})`
    }
    case 'any': {
      const parts = test.tests.map((each) => lexemesOf(account, each))
      return parts.length === 0 || parts.includes(null) ? null : `(${parts.join(' | ')})`
    }
    case 'text':
      return ofText(account, test)
    case 'code':
      if (test.field === 'gender' || test.values.length === 0) return null
      if (test.field === 'birthDate') return anyOf(test.values.map((date) => find(date.replace(/\D/g, ''))))
      if (test.field === 'tz') return anyOf(test.values.map((zone) => find(zoneToken(zone as SupportedZone))))
      return anyOf(valueTokens(test.field, test.values).map(find))
    case 'options':
      return test.values.length === 0 ? null : anyOf(valueTokens(test.field, test.values).map(find))
    case 'number':
      return test.is === 'eq' ? find(fieldToken({ key: test.field, value: String(test.value) })) : null
    case 'numbers':
      return anyOf(valueTokens(test.field, test.values.map(String)).map(find))
    case 'date':
      if (test.is !== 'eq') return null
      if (test.field === 'birthDate') return find(test.value.replace(/\D/g, ''))
      return find(fieldToken({ key: test.field, value: test.value }))
    case 'flag':
      return test.field === 'isFavorite' ? null : find(fieldToken({ key: test.field, value: String(test.value) }))
    case 'present':
      return isCustom(test.field) ? `${find(fieldToken({ key: test.field, value: null }))}:*` : null
    case 'not':
    case 'monthDay':
    case 'created':
    case 'member':
    case 'last':
    case 'clicked':
      return null
  }
}

function ofText(account: AccountId, { field, how, values }: Extract<ContactTest, { kind: 'text' }>): string | null {
  if (field === 'country' || how === 'containing') return null
  if (how === 'equal' && isCustom(field)) {
    return anyOf(valueTokens(field, values).map((token) => lexeme(account, token)))
  }
  const parts = values.map((value) => wordLexemes(account, value, how === 'starting'))
  return parts.includes(null) ? null : anyOf([...(parts as string[]), lexeme(account, MORE_WORDS)])
}

/** All words of the value; the last one may be the beginning of a word. */
function wordLexemes(account: AccountId, value: string, isBeginning: boolean): string | null {
  const words = searchWordsIn(value).map((word) => lexeme(account, word))
  if (words.length === 0) return null
  const last = words.length - 1
  return `(${words.map((word, i) => (isBeginning && i === last ? `${word}:*` : word)).join(' & ')})`
}

function anyOf(lexemes: readonly string[]): string {
  return `(${lexemes.join(' | ')})`
}

function valueTokens(key: CustomFieldKey, values: readonly string[]): readonly string[] {
  return values.map((value) => fieldToken({ key, value }))
}

function isCustom(field: string): field is CustomFieldKey {
  return field.startsWith('contact_custom_field_')
}
