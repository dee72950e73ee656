import { refuseFaults, shownName, UNKNOWN_FIELD, type FieldError, type FieldRule } from '@carillon/core'
import { getMetadataStorage, validateSync } from 'class-validator'
import { nestedShape, propertyReader, type Shape } from './checks.js'

/**
 * Reads a request body into a fresh instance of its class. Copies only declared properties, so that no key of the input
 * can reach a prototype; absent properties stay absent. Reports all faults at once, each with its path.
 */
export function readShape<T extends object>(Shape: Shape<T>, input: Readonly<Record<string, unknown>>): T {
  const faults: FieldError[] = []
  const value = read(Shape, input, '', faults)
  refuseFaults(faults)
  return value
}

function read<T extends object>(Shape: Shape<T>, input: object, path: string, faults: FieldError[]): T {
  const properties = propertiesOf(Shape)
  const given = new Map(Object.entries(input))
  const target = new Shape()
  const draft = target as Record<string, unknown>
  for (const name of given.keys()) {
    if (!properties.has(name)) faults.push({ field: path + shownName(name), message: UNKNOWN_FIELD })
  }
  for (const name of properties) draft[name] = given.get(name)
  faults.push(...shapeFaults(target, path))
  for (const name of properties) {
    const Nested = nestedShape(Shape, name)
    const readIt = propertyReader(Shape, name)
    if (readIt !== undefined) draft[name] = readIt(draft[name], path + name, faults)
    const value = draft[name]
    if (Nested !== undefined && isObject(value)) draft[name] = read(Nested, value, `${path}${name}.`, faults)
    if (draft[name] === undefined) delete draft[name]
  }
  return target
}

/** The faults that class-validator finds in one object, without its nested objects. */
export function shapeFaults(target: object, path = ''): FieldError[] {
  return validateSync(target, { stopAtFirstError: true, forbidUnknownValues: false }).flatMap(
    ({ property, constraints }) =>
      Object.values(constraints ?? {}).map((message) => ({ field: path + property, message })),
  )
}

const PROPERTIES = new WeakMap<Shape<object>, ReadonlySet<string>>()

/** Every property that has a rule. In a request class, every property has one. */
export function propertiesOf(Shape: Shape<object>): ReadonlySet<string> {
  const known = PROPERTIES.get(Shape)
  if (known !== undefined) return known
  const rules = getMetadataStorage().getTargetValidationMetadatas(Shape, '', true, false)
  const properties = new Set(rules.map(({ propertyName }) => propertyName))
  PROPERTIES.set(Shape, properties)
  return properties
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Accepts any text. A later check reports its faults, or a search finds nothing. */
export const ANY_TEXT: FieldRule = { holds: () => true, expected: '' }

/** The body of a request without fields: its path contains all the input. */
export class NoFields {}
