import { refuseFaults, UNKNOWN_FIELD, type FieldError, type FieldRule } from '@carillon/core'
import { getMetadataStorage, validateSync } from 'class-validator'
import { jsonTypeOf, nestedShape, propertyReader, type Shape } from './checks.js'

/**
 * Reads a request body into a fresh instance of its class. Only declared properties are ever copied, so no key of the
 * input can reach a prototype; what is absent stays absent. All that is wrong is told at once, each under its path.
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
    if (Nested !== undefined) draft[name] = readNested(Nested, draft[name], path + name, faults)
    if (draft[name] === undefined) delete draft[name]
  }
  return target
}

function readNested(Nested: Shape<object>, value: unknown, path: string, faults: FieldError[]): unknown {
  if (isObject(value)) return read(Nested, value, `${path}.`, faults)
  if (!Array.isArray(value)) return value
  return value.map((item: unknown, i) => {
    if (isObject(item)) return read(Nested, item, `${path}[${i}].`, faults)
    faults.push({ field: `${path}[${i}]`, message: `must be an object, got ${jsonTypeOf(item)}` })
    return item
  })
}

/** The faults of one object by class-validator, which knows nothing of those nested in it. */
export function shapeFaults(target: object, path = ''): FieldError[] {
  return validateSync(target, { stopAtFirstError: true, forbidUnknownValues: false }).flatMap(
    ({ property, constraints }) =>
      Object.values(constraints ?? {}).map((message) => ({ field: path + property, message })),
  )
}

const NAME_SHOWN_MAX = 100

/** As much of a client's own name as an answer repeats, without half of a surrogate pair at its end. */
export function shownName(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX).replace(/[\uD800-\uDBFF]$/, '')
}

const PROPERTIES = new WeakMap<Shape<object>, ReadonlySet<string>>()

/** Every property that has a rule; in a request class that is every property. */
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

/** Takes whatever it is given: what is wrong with it is told later, or makes it the name of nothing. */
export const ANY_TEXT: FieldRule = { holds: () => true, expected: '' }

/** Of a request that is told by its path alone. */
export class NoFields {}
