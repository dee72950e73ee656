import type { FieldError } from '../../values/errors.js'
import type { CustomField, CustomFieldKey } from '../contacts/custom-field.js'
import { fieldsIn, type Condition, type Operators } from './condition.js'
import { kindOfCustomField, operatorsOf } from './operators.js'
import { activeField, optionsLike } from './test-of.js'

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

/** The conditions that hold for nobody, because their custom field is not active. */
export function unmetIn(condition: Condition, at: string, fields: readonly CustomField[]): readonly FieldError[] {
  const message = 'holds for nobody, because the account has no active custom field with this key'
  return [...customConditionsIn(condition, at)]
    .filter(({ key }) => activeField(fields, key) === undefined)
    .map(({ place }) => ({ field: place, message }))
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
  const message = `must be one of the options: ${field.options.join(', ')}`
  const isUnknown = (value: unknown) => typeof value === 'string' && optionsLike(field, value).length === 0
  for (const [name, value] of Object.entries(asked)) if (isUnknown(value)) yield { field: `${at}.${name}`, message }
  for (const [name, values] of Object.entries({ in: among, notIn })) {
    for (const [i, value] of values.entries()) if (isUnknown(value)) yield { field: `${at}.${name}[${i}]`, message }
  }
}
