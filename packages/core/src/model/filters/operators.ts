import { groupBy } from '../../values/collections.js'
import type { FieldError } from '../../values/errors.js'
import { lengthOf, type FieldRule } from '../../values/field-rule.js'
import { choice, flag, list, object, text, typeFault, type Schema } from '../../values/schema.js'
import { foldedForSearch } from '../../values/text/search-words.js'
import { isCalendarDate } from '../../values/time/calendar-date.js'
import { durationMs } from '../../values/time/duration.js'
import { DAY_MS, INSTANT } from '../../values/time/instant.js'
import { CUSTOM_FIELD_TYPES, type CustomFieldType } from '../contacts/custom-field.js'
import { GENDERS } from '../contacts/contact.js'
import { SUPPORTED_ZONES } from '../contacts/timezone.js'
import type { Operand, OperandKind, Operators } from './condition.js'
import { quote } from '../../values/text/text.js'

/** The maximum number of values of `in` and `notIn`. */
export const VALUES_MAX = 100
const TEXT_LENGTH = { min: 1, max: 500 }

const TEXT = text([
  lengthOf(TEXT_LENGTH),
  { holds: (value) => foldedForSearch(value) !== '', expected: 'must not be blank', got: quote },
])
const DATE = text({ holds: isCalendarDate, expected: 'must be a date as YYYY-MM-DD, such as 1990-12-31', got: quote })

const AN_INSTANT = text(INSTANT)

const NUMBER: Schema<number> = {
  read(value, at, faults) {
    if (typeof value === 'number' && Number.isFinite(value)) return value + 0
    faults.push({ field: at, message: typeFault('a number', value) })
    return undefined
  },
}

/** The longest duration. */
const TEN_YEARS_MS = 3_650 * DAY_MS

const DURATION_RULE: FieldRule = {
  holds: (value) => (durationMs(value) ?? Infinity) <= TEN_YEARS_MS,
  expected: 'must be a number of hours, days or weeks up to 10 years, such as 24h, 30d or 8w',
  got: quote,
}
export const DURATION = text(DURATION_RULE)
const DAYS = text([
  DURATION_RULE,
  {
    holds: (value) => !value.endsWith('h'),
    expected: 'must be a number of days or weeks, such as 30d or 8w',
    got: quote,
  },
])

const MONTH_DAY = text({
  holds: (value) => value === 'today' || isCalendarDate(`2000-${value}`),
  expected: 'must be today, or a day as MM-DD, such as 12-31',
  got: quote,
})

function equality<T extends Operand>(value: Schema<T>) {
  const values = list(value, { min: 1, max: VALUES_MAX })
  return { eq: value, ne: value, in: values, notIn: values }
}

function range<T extends Operand>(value: Schema<T>) {
  return { gt: value, gte: value, lt: value, lte: value }
}

const INSTANTS = { ...range(AN_INSTANT), within: DURATION, olderThan: DURATION }
const OPTIONS = list(TEXT, { min: 1, max: VALUES_MAX })

const OPERATORS = {
  text: { ...equality(TEXT), exists: flag, contains: TEXT, startsWith: TEXT },
  gender: { ...equality(choice(GENDERS)), exists: flag },
  tz: { ...equality(choice(SUPPORTED_ZONES)), exists: flag },
  date: { ...equality(DATE), exists: flag, ...range(DATE), within: DAYS, olderThan: DAYS, monthDay: MONTH_DAY },
  flag: { eq: flag, ne: flag },
  flagOrNone: { eq: flag, ne: flag, exists: flag },
  instant: INSTANTS,
  instantOrNone: { ...INSTANTS, exists: flag },
  number: { ...equality(NUMBER), exists: flag, ...range(NUMBER) },
  option: { ...equality(TEXT), exists: flag },
  options: { in: OPTIONS, notIn: OPTIONS, contains: TEXT, exists: flag },
} satisfies Record<OperandKind, Readonly<Record<string, Schema<unknown>>>>

/** Reads the operators of one field, at least one. */
export function operatorsOf(kind: OperandKind): Schema<Operators> {
  return atLeastOne(object({ optional: OPERATORS[kind] }) as Schema<Operators>, Object.keys(OPERATORS[kind]))
}

/** Refuses an empty object, which is probably a mistake. */
export function atLeastOne<T extends object>({ read }: Schema<T>, names: readonly string[]): Schema<T> {
  return {
    read(value, at, faults) {
      const before = faults.length
      const result = read(value, at, faults)
      if (result !== undefined && Object.keys(result).length === 0 && faults.length === before) {
        faults.push({ field: at, message: `must have at least one of ${names.join(', ')}, got none` })
      }
      return result
    },
  }
}

const KIND_OF_TYPE = {
  TEXT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'flagOrNone',
  DATE: 'date',
  SINGLE_SELECT: 'option',
  MULTI_SELECT: 'options',
} as const satisfies Record<CustomFieldType, OperandKind>

export function kindOfCustomField(type: CustomFieldType): OperandKind {
  return KIND_OF_TYPE[type]
}

const OF_TYPES = CUSTOM_FIELD_TYPES.map((type) => operatorsOf(KIND_OF_TYPE[type]))

/** Reads one operator of a custom field whose type is not known yet. The faults say what each type of field expects. */
function operatorOfAnyType(name: string): Schema<unknown> {
  const types = CUSTOM_FIELD_TYPES.flatMap((type) => {
    const operators: Readonly<Record<string, Schema<unknown>>> = OPERATORS[KIND_OF_TYPE[type]]
    return Object.hasOwn(operators, name) ? [{ type, schema: operators[name]! }] : []
  })
  return {
    read(value, at, faults) {
      const attempts = types.map(({ type, schema }) => ({ type, ...attempt(schema, value, at) }))
      const fitting = attempts.find((one) => one.faults.length === 0)
      if (fitting !== undefined) return fitting.result
      const byFault = groupBy(attempts, ({ faults: [first] }) => `${first!.field.slice(at.length)} ${first!.message}`)
      const perType = [...byFault].map(([fault, same]) => `${fault.trim()} (for a field of type ${typesOf(same)})`)
      faults.push(byFault.size === 1 ? attempts[0]!.faults[0]! : { field: at, message: perType.join('; ') })
      return undefined
    },
  }
}

function typesOf(attempts: readonly { readonly type: CustomFieldType }[]): string {
  return attempts.map(({ type }) => type).join(', ')
}

function attempt<T>(schema: Schema<T>, value: unknown, at: string) {
  const faults: FieldError[] = []
  return { result: schema.read(value, at, faults), faults }
}

const NAMES_OF_ANY_TYPE = [...new Set(CUSTOM_FIELD_TYPES.flatMap((type) => Object.keys(OPERATORS[KIND_OF_TYPE[type]])))]

const OF_ANY_TYPE = atLeastOne(
  object({ optional: Object.fromEntries(NAMES_OF_ANY_TYPE.map((name) => [name, operatorOfAnyType(name)])) }),
  NAMES_OF_ANY_TYPE,
)

/** Reads the operators of a custom field whose type is not known yet: fields of some type must have all of them. */
export const CUSTOM_OPERATORS: Schema<Operators> = {
  read(value, at, faults) {
    const fitting = OF_TYPES.map((type) => attempt(type, value, at)).find((one) => one.faults.length === 0)
    if (fitting !== undefined) return fitting.result
    const before = faults.length
    OF_ANY_TYPE.read(value, at, faults)
    if (faults.length > before) return undefined
    const names = Object.keys(value as object).join(', ')
    faults.push({
      field: at,
      message: `has operators that no type of field has together, or values of different types: ${names}`,
    })
    return undefined
  },
}
