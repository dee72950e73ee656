import type { AccountId, ContactId, GroupId } from '../../values/ids.js'
import { foldedForSearch, searchWordsIn, shortHashOf } from '../../values/text/search-words.js'
import type { ConsentState } from '../consent/consent.js'
import type { Contact } from '../contacts/contact.js'
import type { CustomFieldKey, CustomValue } from '../contacts/custom-field.js'
import type { SupportedZone } from '../contacts/timezone.js'

export const CONTACT_ORDERS = ['newest', 'oldest'] as const
export type ContactOrder = (typeof CONTACT_ORDERS)[number]

export type ContactFilter = {
  /** Null matches every contact. */
  readonly text: SearchText | null
  /** Only active members of this group. */
  readonly group: GroupId | null
  readonly consent: ConsentState | null
  readonly tz: SupportedZone | null
  readonly field: FieldFilter | null
}

/** Only contacts with this value of the field; with any value if it is null. */
export type FieldFilter = { readonly key: CustomFieldKey; readonly value: string | null }

export type ContactStep = {
  readonly order: ContactOrder
  /** Where the previous step ended; null for the first step. */
  readonly after: ContactId | null
  readonly limit: number
}

export type FoundContacts = {
  readonly contacts: readonly Contact[]
  /** Where the next step begins, even if this step found fewer contacts than its limit; null if nothing is left. */
  readonly next: ContactId | null
  /** Up to CONTACT_COUNT_MAX; null for every step after the first. */
  readonly total: ContactCount | null
}

/** Without `isExact`, there are at least so many. */
export type ContactCount = { readonly count: number; readonly isExact: boolean }

/** Counting ends here, because nobody needs the exact number of this many results. */
export const CONTACT_COUNT_MAX = 10_000

export interface ContactSearch {
  /**
   * By the order in which the contacts were created. A step may examine only so many contacts that it always takes a
   * fraction of a second, and can therefore find fewer than its limit although more are left.
   */
  step(account: AccountId, filter: ContactFilter, step: ContactStep): Promise<FoundContacts>
  /**
   * Prepares up to `limit` contacts that cannot be found yet, or whose field was removed, and returns how many. Contacts
   * from before the search existed are such.
   */
  index(account: AccountId, limit: number): Promise<number>
}

/** All terms must match. Without a term, nothing matches. */
export type SearchText = readonly SearchTerm[]

export type SearchTerm = {
  /** The beginning of a word. */
  readonly word: string
  /** Part of a phone number; null if the term is no number. */
  readonly digits: string | null
}

/**
 * A text of digits and punctuation is one number, however it is written. Otherwise every word is a term, and matches the
 * beginning of a word of the contact, or digits anywhere in the phone number.
 */
export function searchTextOf(text: string): SearchText {
  const number = NUMBER_FORM.test(text) ? text.replace(/\D/g, '') : ''
  const words = number === '' ? searchWordsIn(text) : [number]
  return [...new Set(words)].slice(0, TERMS_MAX).map((word) => ({ word, digits: digitsOf(word) }))
}

const NUMBER_FORM = /^[+\d\s().\-/]+$/
const TERMS_MAX = 8
/** More digits are in no number. */
const DIGITS_MAX = 15

/** In many countries, a number is written with a 0 instead of the country code. */
function digitsOf(word: string): string | null {
  if (!/^\d+$/.test(word) || word.length > DIGITS_MAX + 1) return null
  return word.length >= NATIONAL_LENGTH_MIN && word.startsWith('0') ? word.slice(1) : word
}

const NATIONAL_LENGTH_MIN = 8

/**
 * Everything that a contact is found by, as words with spaces between them: the words of its names, its email address,
 * its postal address without the country, and the values of its custom fields; its birth date; parts of its number, so
 * that an index finds any digits in it; each of its values; and its timezone.
 */
export function searchTokensOf(contact: SearchedFields): string {
  const { phone, firstName, lastName, email, birthDate, address, customValues, tz } = contact
  const { street, city, state, postalCode } = address ?? {}
  const tokens = new Set<string>()
  let isWhole = true
  const addAll = (text: string) => (isWhole = addWords(tokens, text) && isWhole)
  for (const text of [firstName, lastName, email, street, city, state, postalCode]) if (text) addAll(text)
  // The text of a search with digits and punctuation alone is read as digits.
  if (birthDate) tokens.add(birthDate.replace(/\D/g, ''))
  const values = Object.entries(customValues) as [CustomFieldKey, CustomValue][]
  for (const [, value] of values) for (const one of textsOf(value)) addAll(one)
  for (const [key, value] of values) for (const one of textsOf(value)) tokens.add(valueToken(key, one))
  for (let i = 1; i < phone.length; i++) tokens.add(`#${phone.slice(i, i + DIGITS_OF_TOKEN)}`)
  if (tz !== null) tokens.add(zoneToken(tz))
  if (!isWhole) tokens.add(MORE_WORDS)
  return [...tokens].join(' ')
}

export type SearchedFields = Pick<
  Contact,
  'phone' | 'firstName' | 'lastName' | 'email' | 'birthDate' | 'address' | 'customValues' | 'tz'
>

/** Further words of a contact are not searched. */
const WORDS_MAX = 100

/** The token of a contact that has more words. */
export const MORE_WORDS = '%'

/** Returns false if there are too many words. */
function addWords(tokens: Set<string>, text: string): boolean {
  const words = searchWordsIn(text)
  for (const word of words) if (tokens.size < WORDS_MAX) tokens.add(word)
  return tokens.size < WORDS_MAX || words.every((word) => tokens.has(word))
}

function textsOf(value: CustomValue): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [String(value as string | number | boolean)]
}

const DIGITS_OF_TOKEN = 3

/** The tokens of which a number with these digits has all, or a longer token that begins so. */
export function digitTokensOf(digits: string): readonly string[] {
  if (digits.length <= DIGITS_OF_TOKEN) return [`#${digits}`]
  const starts = digits.length - DIGITS_OF_TOKEN + 1
  return [...new Set(Array.from({ length: starts }, (_, i) => `#${digits.slice(i, i + DIGITS_OF_TOKEN)}`))]
}

/** The token of a value, or the beginning of the tokens of all values of the field. */
export function fieldToken({ key, value }: FieldFilter): string {
  return value === null ? valueTokenStart(key) : valueToken(key, value)
}

function valueToken(key: CustomFieldKey, value: string): string {
  return `${valueTokenStart(key)}${shortHashOf(foldedForSearch(value))}`
}

function valueTokenStart(key: CustomFieldKey): string {
  return `=${key.at(-1)}:`
}

export function zoneToken(tz: SupportedZone): string {
  return `@${tz}`
}

/** Whether a contact with these tokens matches the text, field and timezone of the filter. */
export function matchesFilter(
  tokens: string,
  { phone }: Pick<Contact, 'phone'>,
  { text, field, tz }: Pick<ContactFilter, 'text' | 'field' | 'tz'>,
): boolean {
  const begins = (start: string) => ` ${tokens}`.includes(` ${start}`)
  const matches = ({ word, digits }: SearchTerm) => begins(word) || (digits !== null && phone.includes(digits))
  return (
    (text === null || (text.length > 0 && text.every(matches))) &&
    (field === null || begins(fieldToken(field))) &&
    (tz === null || begins(zoneToken(tz)))
  )
}
