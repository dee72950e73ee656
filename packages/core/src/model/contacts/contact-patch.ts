import { lengthOf, oneOf, type FieldRule } from '../../values/field-rule.js'
import { mergePatch, type JsonObject } from '../../values/merge-patch.js'
import { isCountry, parseCountry } from '../../values/phone/country.js'
import { EMAIL_LENGTH_MAX, isEmail } from '../../values/text/addresses.js'
import { isCalendarDate } from '../../values/time/calendar-date.js'
import { GENDERS, type Address, type Contact, type Gender } from './contact.js'
import { readCustomValues, type CustomField } from './custom-field.js'
import { timezoneOf } from './timezone.js'

/** An absent field is unchanged, null or an empty string clears the field, and any other value sets it. */
export type ContactPatch = {
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly email?: string | null
  readonly birthDate?: string | null
  readonly gender?: Gender | '' | null
  readonly address?: AddressPatch | null
  readonly isFavorite?: boolean | null
  /** Keyed by label; parsed against the account's fields when the patch is applied. */
  readonly customFields?: Readonly<Record<string, unknown>> | null
}

export type AddressPatch = { readonly [K in keyof Address]?: string | null }

const PERSONAL_NAME = lengthOf({ min: 0, max: 40 })
const PLACE_NAME = lengthOf({ min: 0, max: 200 })

/** The rules for non-empty texts of profile fields, for every kind of input. */
export const CONTACT_FIELD_RULES = {
  firstName: PERSONAL_NAME,
  lastName: PERSONAL_NAME,
  email: { holds: isEmail, expected: `must be an email address of at most ${EMAIL_LENGTH_MAX} characters` },
  birthDate: { holds: isCalendarDate, expected: 'must be a calendar date as YYYY-MM-DD' },
  gender: oneOf(GENDERS),
} satisfies Record<string, FieldRule>

export const ADDRESS_FIELD_RULES = {
  street: PLACE_NAME,
  city: PLACE_NAME,
  state: PLACE_NAME,
  postalCode: lengthOf({ min: 0, max: 20 }),
  country: { holds: isCountry, expected: 'must be an ISO 3166-1 alpha-2 country code, such as US' },
} satisfies Record<keyof Address, FieldRule>

/** Applies a patch to a contact. The texts of the patch must have passed the rules above. */
export function applyPatch(contact: Contact, patch: ContactPatch, fields: readonly CustomField[]): Contact {
  const { id, account, phone, createdAt } = contact
  const read = readPatch(patch, fields)
  const patched = mergePatch(contact as unknown as JsonObject, read) as unknown as Draft
  const address = patched.address && tidy(patched.address)
  if (address !== undefined) patched.address = address
  else if ('address' in patched) delete patched.address
  patched.customValues ??= {}
  patched.tz = timezoneOf({ phone, address })
  return Object.assign(patched, { id, account, phone, createdAt })
}

type Draft = { -readonly [K in keyof Contact]: Contact[K] }

function readPatch(patch: ContactPatch, fields: readonly CustomField[]): JsonObject {
  const read: Record<string, unknown> = {}
  for (const name of Object.keys(patch) as (keyof ContactPatch)[]) {
    const value = patch[name]
    if (value === undefined) continue
    if (name === 'isFavorite') read[name] = value ?? false
    else if (name !== 'customFields') read[name] = emptyAsNull(value)
    else read['customValues'] = value && readCustomValues(fields, value as Readonly<Record<string, unknown>>)
  }
  return read as JsonObject
}

/** Returns undefined for an address without fields. */
function tidy(address: Address): Address | undefined {
  if (Object.keys(address).length === 0) return undefined
  return address.country === undefined ? address : { ...address, country: parseCountry(address.country) }
}

function emptyAsNull(value: unknown): unknown {
  if (!isObject(value)) return value === '' ? null : value
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    if (value[name] !== undefined) result[name] = emptyAsNull(value[name])
  }
  return result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
