import type { Operand } from './condition.js'
import type { Kind, Operator } from './operators.js'

/** A field that a condition can be about, by its path in the condition. */
export type Field = { readonly name: string; readonly label: string; readonly kind: Kind }

export type FieldSection = { readonly section: string; readonly fields: readonly Field[] }

/** What is known of a custom field. */
export type KnownField = {
  readonly key: string
  readonly label: string
  readonly type: CustomType
  readonly options: readonly string[]
  readonly isActive: boolean
}

const CONTACT: readonly Field[] = [
  { name: 'firstName', label: 'First name', kind: 'text' },
  { name: 'lastName', label: 'Last name', kind: 'text' },
  { name: 'email', label: 'E-mail', kind: 'text' },
  { name: 'gender', label: 'Gender', kind: 'gender' },
  { name: 'birthDate', label: 'Birth date', kind: 'date' },
  { name: 'tz', label: 'Time zone', kind: 'tz' },
  { name: 'isFavorite', label: 'Favorite', kind: 'flag' },
  { name: 'createdAt', label: 'Added', kind: 'instant' },
]

const ADDRESS: readonly Field[] = [
  { name: 'address.city', label: 'City', kind: 'text' },
  { name: 'address.state', label: 'State', kind: 'text' },
  { name: 'address.postalCode', label: 'Postal code', kind: 'text' },
  { name: 'address.country', label: 'Country', kind: 'text' },
]

const MEMBERSHIP: readonly Field[] = [
  { name: 'groups', label: 'Groups', kind: 'groups' },
  { name: 'segments', label: 'Segments', kind: 'segments' },
]

const ACTIVITY: readonly Field[] = [
  { name: 'lastSentAt', label: 'Last text to them', kind: 'instantOrNone' },
  { name: 'lastReceivedAt', label: 'Last text from them', kind: 'instantOrNone' },
  { name: 'clicked', label: 'Link', kind: 'clicked' },
]

/** All fields but the custom ones. */
export const FIXED_FIELDS: readonly Field[] = [...CONTACT, ...ADDRESS, ...MEMBERSHIP, ...ACTIVITY]

type CustomType = 'TEXT' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'SINGLE_SELECT' | 'MULTI_SELECT'

const KIND_OF_TYPE: Readonly<Record<CustomType, Kind>> = {
  TEXT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'flagOrNone',
  DATE: 'date',
  SINGLE_SELECT: 'option',
  MULTI_SELECT: 'options',
}

const CUSTOM = 'customFields.'

/** The fields to choose from, in sections. Only active custom fields are offered. */
export function fieldSections(custom: readonly KnownField[]): readonly FieldSection[] {
  const active = custom.filter(({ isActive }) => isActive)
  const sections = [
    { section: 'Contact', fields: CONTACT },
    { section: 'Address', fields: ADDRESS },
    {
      section: 'Custom fields',
      fields: active.map(({ key, label, type }) => ({ name: CUSTOM + key, label, kind: KIND_OF_TYPE[type] })),
    },
    { section: 'Groups and segments', fields: MEMBERSHIP },
    { section: 'Activity', fields: ACTIVITY },
  ]
  return sections.filter(({ fields }) => fields.length > 0)
}

export type Used = { readonly field: string; readonly operator: Operator | ''; readonly value: unknown }

/** The field of a row. A custom field that is not there any more has the kind that fits its operator and value. */
export function fieldOf({ field: name, operator, value }: Used, custom: readonly KnownField[]): Field {
  const fixed = FIXED_FIELDS.find((field) => field.name === name)
  if (fixed !== undefined) return fixed
  const key = name.slice(CUSTOM.length)
  const known = custom.find((field) => field.key === key)
  if (known !== undefined) {
    const label = known.isActive ? known.label : `${known.label} (not active)`
    return { name, label, kind: KIND_OF_TYPE[known.type] }
  }
  return { name, label: `Field ${/\d+$/.exec(key)?.[0] ?? key} (deleted)`, kind: guessedKind(operator, value) }
}

export function optionsOf(name: string, custom: readonly KnownField[]): readonly string[] {
  return custom.find(({ key }) => CUSTOM + key === name)?.options ?? []
}

const OF_DATES: readonly (Operator | '')[] = ['within', 'olderThan', 'monthDay', 'today']
const OF_RANGES: readonly (Operator | '')[] = ['gt', 'gte', 'lt', 'lte']

function guessedKind(operator: Operator | '', value: unknown): Kind {
  const [first] = [value].flat() as readonly Operand[]
  if (typeof first === 'boolean') return 'flagOrNone'
  if (typeof first === 'number') return 'number'
  return OF_DATES.includes(operator) || OF_RANGES.includes(operator) ? 'date' : 'text'
}
