import { invalidInput, type FieldError } from '../../values/errors.js'
import { lengthOf } from '../../values/field-rule.js'
import { list, object, readValue, text, type Schema } from '../../values/schema.js'
import { quote } from '../../values/text/text.js'
import { CUSTOM_FIELD_KEYS } from '../contacts/custom-field.js'
import { ADDRESS_FIELDS, PLAIN_FIELDS, type Condition, type ContactFilterInput, type OperandKind } from './condition.js'
import { CUSTOM_OPERATORS, DURATION, VALUES_MAX, atLeastOne, operatorsOf } from './operators.js'

/** The limits of one filter. */
export const CONDITIONS_MAX = 50
const DEPTH_MAX = 5
/** More conditions than are allowed at one level are not even read. */
const LEVEL = { min: 0, max: CONDITIONS_MAX }

const NAME = text(lengthOf({ min: 1, max: 300 }))
const LINK = text(lengthOf({ min: 1, max: 512 }))
const NAMES = list(NAME, { min: 1, max: VALUES_MAX })
/** An id of any other form is refused later, as an id: a repeated request must get its stored response before. */
const GROUP_IDS = list(text([]), { min: 1, max: VALUES_MAX })

function someOf<F extends Readonly<Record<string, Schema<unknown>>>>(fields: F) {
  return atLeastOne(object({ optional: fields }), Object.keys(fields))
}

function eachOf<N extends string>(names: readonly N[], schema: Schema<unknown>) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<N, Schema<unknown>>
}

const PLAIN = Object.fromEntries(
  Object.entries(PLAIN_FIELDS).map(([name, kind]: [string, OperandKind]) => [name, operatorsOf(kind)]),
)

const FIELDS = {
  groups: someOf({ ids: someOf({ in: GROUP_IDS, notIn: GROUP_IDS }), joinedAt: operatorsOf('instant') }),
  segments: object({ required: { ids: object({ required: { in: NAMES } }) } }),
  ...PLAIN,
  address: someOf(eachOf(ADDRESS_FIELDS, operatorsOf('text'))),
  customFields: someOf(eachOf(CUSTOM_FIELD_KEYS, CUSTOM_OPERATORS)),
  clicked: object({ required: { link: LINK }, optional: { within: DURATION } }),
}

const CONDITIONS = someOf(FIELDS)
const COMBINED = ['all', 'any', 'not'] as const

/**
 * Reads a condition. The ids of groups and segments may be any text, and the operators of a custom field those of any
 * type: `checkFilter` reads them, when the account's groups and fields are at hand.
 */
const CONDITION: Schema<Condition> = { read: (value, at, faults) => read(value, { at, depth: 1 }, faults) }

type Place = { readonly at: string; readonly depth: number }

function read(value: unknown, { at, depth }: Place, faults: FieldError[]): Condition | undefined {
  if (depth > DEPTH_MAX) {
    faults.push({ field: at, message: `is nested too deep: at most ${DEPTH_MAX} levels are allowed` })
    return undefined
  }
  const name = COMBINED.find((each) => typeof value === 'object' && value !== null && Object.hasOwn(value, each))
  if (name === undefined) return CONDITIONS.read(value, at, faults) as Condition | undefined
  const inner: Schema<Condition> = {
    read: (each, place, found) => read(each, { at: place, depth: depth + 1 }, found),
  }
  if (Object.keys(value as object).length > 1) {
    const beside = Object.keys(value as object).find((each) => each !== name)!
    const message = `must have nothing beside ${name}: put the other conditions into all, got ${quote(beside)}`
    faults.push({ field: at, message })
    return undefined
  }
  const schema: Schema<unknown> = name === 'not' ? inner : list(inner, LEVEL)
  return object({ required: { [name]: schema } }).read(value, at, faults) as Condition | undefined
}

/** `{ contact: { ... } }`, as requests have it. */
export const CONTACT_FILTER: Schema<ContactFilterInput> = {
  read(value, at, faults) {
    const before = faults.length
    const filter = object({ required: { contact: CONDITION } }).read(value, at, faults) as ContactFilterInput
    if (faults.length > before) return undefined
    const count = countOf(filter.contact)
    if (count > CONDITIONS_MAX) {
      faults.push({ field: at, message: `must have at most ${CONDITIONS_MAX} conditions, got ${count}` })
    }
    return filter
  },
}

/**
 * Each field counts as one condition, however many operators it has, and so does a list without conditions: so the count
 * limits the size of a filter.
 */
export function countOf(condition: Condition): number {
  if ('all' in condition || 'any' in condition) {
    const inner = 'all' in condition ? condition.all : condition.any
    return inner.length === 0 ? 1 : inner.reduce((count, each) => count + countOf(each), 0)
  }
  if ('not' in condition) return countOf(condition.not)
  const { groups, address, customFields, ...others } = condition
  const nested = [groups, address, customFields].map((each) => Object.keys(each ?? {}).length)
  return nested.reduce((sum, count) => sum + count, Object.keys(others).length)
}

/** Reads a filter that came as JSON text, such as in a query. */
export function parseFilterText(json: string, field: string): ContactFilterInput {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw invalidInput(field, `must be JSON such as {"contact":{"tz":{"eq":"America/Denver"}}}, got ${quote(json)}`)
  }
  return readValue({ read: (input, _at, faults) => CONTACT_FILTER.read(input, field, faults) }, value)
}
