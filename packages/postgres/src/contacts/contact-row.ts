import {
  isoOf,
  searchNameOf,
  foldedForSearch,
  searchTokensOf,
  type AccountId,
  type Address,
  type Contact,
  type ContactFact,
  type ContactFacts,
  type ContactId,
  type CustomValues,
  type PhoneNumber,
} from '@carillon/core'

/** A field that is not set is null in the database, and absent from a `Contact`. */
export type ContactRow = {
  readonly account_id: AccountId
  readonly id: ContactId
  readonly phone: PhoneNumber
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly birth_date: string | null
  readonly gender: Contact['gender'] | null
  readonly street: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postal_code: string | null
  readonly country: Address['country'] | null
  readonly is_favorite: boolean
  readonly custom_values: CustomValues
  readonly tz: Contact['tz']
  readonly created_at: Date
}

/** Without the account, which every statement binds once for all its rows. */
export function toRow(contact: Contact) {
  const { address } = contact
  return {
    id: contact.id,
    phone: contact.phone,
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    birth_date: contact.birthDate,
    gender: contact.gender,
    street: address?.street,
    city: address?.city,
    state: address?.state,
    postal_code: address?.postalCode,
    country: address?.country,
    is_favorite: contact.isFavorite,
    custom_values: contact.customValues,
    tz: contact.tz,
    name_folded: searchNameOf(contact),
    search: searchTokensOf(contact),
    folded: foldedTextsOf(contact),
    created_at: isoOf(contact.createdAt),
  }
}

/**
 * The texts that filters compare, folded, of the fields with more than ASCII: Postgres folds only ASCII as the core does.
 * Null if there is no such field.
 */
export function foldedTextsOf({ firstName, lastName, email, address, customValues }: Contact): string | null {
  const { city, state, postalCode, country } = address ?? {}
  const texts = { firstName, lastName, email, city, state, postalCode, country, ...customValues }
  const beyond = Object.entries(texts).filter(([, text]) => typeof text === 'string' && BEYOND_ASCII.test(text))
  if (beyond.length === 0) return null
  return JSON.stringify(Object.fromEntries(beyond.map(([field, text]) => [field, foldedForSearch(text as string)])))
}

// eslint-disable-next-line no-control-regex -- It asks for anything but ASCII.
const BEYOND_ASCII = /[^\x00-\x7f]/

export function fromRow(row: ContactRow): Contact {
  const address = addressOf(row)
  return {
    id: row.id,
    account: row.account_id,
    phone: row.phone,
    ...(row.first_name !== null && { firstName: row.first_name }),
    ...(row.last_name !== null && { lastName: row.last_name }),
    ...(row.email !== null && { email: row.email }),
    ...(row.birth_date !== null && { birthDate: row.birth_date }),
    ...(row.gender && { gender: row.gender }),
    ...(Object.keys(address).length > 0 && { address }),
    isFavorite: row.is_favorite,
    customValues: row.custom_values,
    tz: row.tz,
    createdAt: row.created_at,
  }
}

export const FACT_COLUMNS: Readonly<Record<ContactFact, keyof ContactRow>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  birthDate: 'birth_date',
  gender: 'gender',
  address: 'postal_code',
  customValues: 'custom_values',
  tz: 'tz',
}

/** Contains only the columns that were requested. */
export type FactsRow = Pick<ContactRow, 'phone'> & Partial<ContactRow>

export function fromFactsRow(row: FactsRow): ContactFacts {
  const facts: { -readonly [K in keyof ContactFacts]: ContactFacts[K] } = { phone: row.phone }
  if (row.first_name) facts.firstName = row.first_name
  if (row.last_name) facts.lastName = row.last_name
  if (row.email) facts.email = row.email
  if (row.birth_date) facts.birthDate = row.birth_date
  if (row.gender) facts.gender = row.gender
  if (row.postal_code) facts.address = { postalCode: row.postal_code }
  if (row.custom_values) facts.customValues = row.custom_values
  if (row.tz) facts.tz = row.tz
  return facts
}

function addressOf({ street, city, state, postal_code: postalCode, country }: ContactRow): Address {
  return {
    ...(street !== null && { street }),
    ...(city !== null && { city }),
    ...(state !== null && { state }),
    ...(postalCode !== null && { postalCode }),
    ...(country && { country }),
  }
}
