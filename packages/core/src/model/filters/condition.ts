import type { GroupId, SegmentId } from '../../values/ids.js'
import type { CustomFieldKey } from '../contacts/custom-field.js'

/**
 * Which contacts are meant, as a client writes it. All conditions of an object must hold. `{ all: [] }` holds for every
 * contact, and `{ any: [] }` for none.
 */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | ContactConditions

export type ContactConditions = {
  /** About the active memberships: one membership must have one of the groups, and the time of joining. */
  readonly groups?: {
    readonly ids?: { readonly in?: readonly GroupId[]; readonly notIn?: readonly GroupId[] }
    readonly joinedAt?: Operators
  }
  readonly segments?: { readonly ids: { readonly in: readonly SegmentId[] } }
  readonly address?: Readonly<Partial<Record<AddressField, Operators>>>
  readonly customFields?: Readonly<Partial<Record<CustomFieldKey, Operators>>>
  readonly clicked?: { readonly link: string; readonly within?: string }
} & Readonly<Partial<Record<PlainField, Operators>>>

export const PLAIN_FIELDS = {
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  gender: 'gender',
  birthDate: 'date',
  tz: 'tz',
  isFavorite: 'flag',
  createdAt: 'instant',
  lastSentAt: 'instantOrNone',
  lastReceivedAt: 'instantOrNone',
} as const satisfies Readonly<Record<string, OperandKind>>
export type PlainField = keyof typeof PLAIN_FIELDS

export const ADDRESS_FIELDS = ['city', 'state', 'postalCode', 'country'] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]

/** What the values of a field are, which decides about its operators. */
export type OperandKind =
  | 'text'
  | 'gender'
  | 'tz'
  | 'date'
  | 'flag'
  | 'flagOrNone'
  | 'instant'
  | 'instantOrNone'
  | 'number'
  | 'option'
  | 'options'

/** Several operators of one field must all hold. */
export type Operators = {
  readonly eq?: Operand
  readonly ne?: Operand
  readonly in?: readonly Operand[]
  readonly notIn?: readonly Operand[]
  readonly exists?: boolean
  readonly contains?: string
  readonly startsWith?: string
  readonly gt?: Operand
  readonly gte?: Operand
  readonly lt?: Operand
  readonly lte?: Operand
  /** `30d`: at most 30 days ago; a date is not after today either. */
  readonly within?: string
  /** `30d`: more than 30 days ago. */
  readonly olderThan?: string
  /** `MM-DD`, or `today`. */
  readonly monthDay?: string
}

export type Operand = string | number | boolean

/** Active members of any of these groups, and nothing else. */
export function isOfGroups(condition: Condition): condition is GroupsCondition {
  if (!('groups' in condition) || Object.keys(condition).length > 1) return false
  const { ids, joinedAt } = condition.groups!
  return ids?.in !== undefined && ids.notIn === undefined && joinedAt === undefined
}

type GroupsCondition = { readonly groups: { readonly ids: { readonly in: readonly GroupId[] } } }

/** A filter as requests and answers have it. */
export type ContactFilterInput = { readonly contact: Condition }

/** The conditions on fields in the order in which they are written, each with its place. */
export function* fieldsIn(condition: Condition, at: string): Iterable<PlacedConditions> {
  if ('all' in condition || 'any' in condition) {
    const [name, inner] = 'all' in condition ? (['all', condition.all] as const) : (['any', condition.any] as const)
    for (const [i, each] of inner.entries()) yield* fieldsIn(each, `${at}.${name}[${i}]`)
  } else if ('not' in condition) yield* fieldsIn(condition.not, `${at}.not`)
  else yield { at, conditions: condition }
}

export type PlacedConditions = { readonly at: string; readonly conditions: ContactConditions }

export function groupsIn(condition: Condition): readonly GroupId[] {
  const all = [...fieldsIn(condition, '')].flatMap(({ conditions: { groups } }) => [
    ...(groups?.ids?.in ?? []),
    ...(groups?.ids?.notIn ?? []),
  ])
  return [...new Set(all)]
}

export function segmentsIn(condition: Condition): readonly SegmentId[] {
  const all = [...fieldsIn(condition, '')].flatMap(({ conditions }) => conditions.segments?.ids.in ?? [])
  return [...new Set(all)]
}

/** What a filter can name of an account, beside segments. */
export type FilterItem =
  | { readonly kind: 'group'; readonly id: GroupId }
  | { readonly kind: 'customField'; readonly key: CustomFieldKey }
  | { readonly kind: 'trackingLink'; readonly link: string }

/** Whether the condition itself names the item. One that only its segments name is not in it. */
export function isNamedIn(condition: Condition, item: FilterItem): boolean {
  switch (item.kind) {
    case 'group':
      return groupsIn(condition).includes(item.id)
    case 'customField':
      return some(condition, ({ customFields }) => customFields !== undefined && Object.hasOwn(customFields, item.key))
    case 'trackingLink':
      return some(condition, ({ clicked }) => clicked?.link === item.link)
  }
}

function some(condition: Condition, holds: (conditions: ContactConditions) => boolean): boolean {
  return [...fieldsIn(condition, '')].some(({ conditions }) => holds(conditions))
}
