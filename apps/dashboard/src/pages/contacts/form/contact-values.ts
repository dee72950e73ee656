import type { Result, Values } from '../../../api/operation.js'

export type Contact = Result<'/accounts/{account}/contacts/by-phone/{phoneNumber}', 'get'>
export type CustomField = Result<'/accounts/{account}/contacts/custom-fields/schema', 'get'>['fields'][number]
export type ContactBody = NonNullable<Values<'/accounts/{account}/contacts/by-phone/{phoneNumber}', 'patch'>['body']>

const TEXTS = ['firstName', 'lastName', 'email', 'birthDate', 'gender'] as const
const ADDRESS = ['street', 'city', 'state', 'postalCode', 'country'] as const

/** What the form shows. Every input has a text; an empty one is not set. */
export type ContactValues = Record<(typeof TEXTS)[number], string> & {
  phoneNumber: string
  isFavorite: boolean
  address: Record<(typeof ADDRESS)[number], string>
  /** By the key of the field, because a label may contain dots. */
  custom: Record<string, string | string[]>
}

export function valuesOf(contact: Contact | null, fields: readonly CustomField[]): ContactValues {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, contact?.[name] ?? '']))
  const address = Object.fromEntries(ADDRESS.map((name) => [name, contact?.address?.[name] ?? '']))
  const custom = fields.map((field) => [field.key, inputOf(field, contact?.customFields[field.label])])
  return {
    ...(texts as Record<(typeof TEXTS)[number], string>),
    phoneNumber: contact?.phoneNumber ?? '',
    isFavorite: contact?.isFavorite ?? false,
    address: address as ContactValues['address'],
    custom: Object.fromEntries(custom) as ContactValues['custom'],
  }
}

function inputOf({ type }: CustomField, value: unknown): string | string[] {
  if (type === 'MULTI_SELECT') return Array.isArray(value) ? [...(value as readonly string[])] : []
  return value === undefined || value === null ? '' : String(value as string | number | boolean)
}

/** Only what differs, so that a change of somebody else meanwhile in other fields stays. Null clears a field. */
export function patchOf(from: ContactValues, to: ContactValues, fields: readonly CustomField[]): ContactBody {
  const changed = <K extends string>(names: readonly K[], before: Record<K, string>, after: Record<K, string>) =>
    Object.fromEntries(
      names.filter((name) => before[name] !== after[name].trim()).map((name) => [name, after[name].trim() || null]),
    )
  const address = changed(ADDRESS, from.address, to.address)
  const custom = fields
    .filter(({ key }) => String(from.custom[key]) !== String(to.custom[key]))
    .map((field) => [field.label, valueOf(field, to.custom[field.key]!)])
  return {
    ...changed(TEXTS, from, to),
    ...(from.isFavorite !== to.isFavorite && { isFavorite: to.isFavorite }),
    ...(Object.keys(address).length > 0 && { address }),
    ...(custom.length > 0 && { customFields: Object.fromEntries(custom) as Record<string, unknown> }),
  } as ContactBody
}

function valueOf({ type }: CustomField, input: string | string[]): unknown {
  if (typeof input !== 'string') return input
  const text = input.trim()
  if (text === '') return null
  if (type === 'BOOLEAN') return text === 'true'
  // What is no number goes to the service as it is, which says what is wrong with it.
  return type === 'NUMBER' && !Number.isNaN(Number(text)) ? Number(text) : text
}
