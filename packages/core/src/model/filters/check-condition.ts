import type { FieldError } from '../../values/errors.js'
import type { SegmentId } from '../../values/ids.js'
import { quote } from '../../values/text/text.js'
import type { CustomField, CustomFieldKey } from '../contacts/custom-field.js'
import { fieldsIn, type Condition, type Operators } from './condition.js'
import { kindOfCustomField, operatorsOf } from './operators.js'
import { optionsLike } from './field-tests.js'
import { activeField, isFor } from './test-of.js'

/** The conditions that the type of an active custom field does not allow. `at`: the path of the condition. */
export function faultsOf(condition: Condition, at: string, fields: readonly CustomField[]): readonly FieldError[] {
  const faults: FieldError[] = []
  for (const { key, operators, place } of customConditionsIn(condition, at)) {
    const field = activeField(fields, key)
    if (field === undefined) continue
    operatorsOf(kindOfCustomField(field.type)).read(operators, place, faults)
    faults.push(...optionFaults(field, operators, place))
  }
  return faults
}

export type UnmetContext = {
  readonly fields: readonly CustomField[]
  readonly segments: ReadonlyMap<SegmentId, Condition>
}

/** The conditions that hold for nobody, because of their custom field; for those within a segment, where it is named. */
export function unmetIn(condition: Condition, at: string, context: UnmetContext): readonly FieldError[] {
  const own = [...customConditionsIn(condition, at)].flatMap(({ key, operators, place }) => {
    const why = whyUnmet(context.fields, key, operators)
    return why === null ? [] : [{ field: place, message: `holds for nobody, because ${why}` }]
  })
  const within = [...fieldsIn(condition, at)].flatMap(({ at: place, conditions }) =>
    [...new Set(conditions.segments?.ids.in)].flatMap((id) =>
      unmetWithin(id, context).map(({ message }) => ({
        field: `${place}.segments.ids.in`,
        message: `names ${id}, of which a condition ${message}`,
      })),
    ),
  )
  return [...own, ...within]
}

/** The first unmet condition of a segment, if there is any. */
function unmetWithin(id: SegmentId, context: UnmetContext): readonly FieldError[] {
  const condition = context.segments.get(id)
  return condition === undefined ? [] : unmetIn(condition, '', context).slice(0, 1)
}

function whyUnmet(fields: readonly CustomField[], key: CustomFieldKey, operators: Operators): string | null {
  const field = activeField(fields, key)
  if (field === undefined) return 'the account has no active custom field with this key'
  return isFor(field, operators) ? null : `the custom field with this key is of the type ${field.type} now`
}

function* customConditionsIn(condition: Condition, at: string) {
  for (const { conditions, at: place } of fieldsIn(condition, at)) {
    for (const [key, operators] of Object.entries(conditions.customFields ?? {}) as [CustomFieldKey, Operators][]) {
      yield { key, operators, place: `${place}.customFields.${key}` }
    }
  }
}

function* optionFaults(field: CustomField, operators: Operators, at: string): Iterable<FieldError> {
  if (field.options.length === 0) return
  const { eq, ne, contains, in: among = [], notIn = [] } = operators
  const asked = { eq, ne, contains }
  const messageFor = (value: string) => `must be one of the options: ${field.options.join(', ')}, got ${quote(value)}`
  const isUnknown = (value: unknown): value is string =>
    typeof value === 'string' && optionsLike(field, value).length === 0
  for (const [name, value] of Object.entries(asked)) {
    if (isUnknown(value)) yield { field: `${at}.${name}`, message: messageFor(value) }
  }
  for (const [name, values] of Object.entries({ in: among, notIn })) {
    for (const [i, value] of values.entries()) {
      if (isUnknown(value)) yield { field: `${at}.${name}[${i}]`, message: messageFor(value) }
    }
  }
}
