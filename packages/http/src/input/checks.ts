import {
  listFault,
  oneOf,
  ruleFault,
  typeFault,
  wholeNumberFault,
  type FieldError,
  type FieldRule,
  type Range,
  type Schema,
} from '@carillon/core'
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator'

/** A class that declares the properties of a body or query. */
export type Shape<T extends object> = new () => T

/** Declares a rule that class-validator lacks. `fault` describes the fault of a value, without naming the property. */
export function Check<V, T extends object>(fault: (value: V, target: T) => string | null): PropertyDecorator {
  const faultOf = ({ value, object }: ValidationArguments) => fault(value, object as T)
  return ValidateBy({
    name: 'check',
    validator: {
      validate: (_value, args) => faultOf(args!) === null,
      defaultMessage: (args) => faultOf(args!) ?? '',
    },
  })
}

/** The property may be left out; null is a value like any other. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_target, value) => value !== undefined)
}

/** The property may be left out, or be null. */
export function MayBeNull(): PropertyDecorator {
  return IsOptional()
}

/** The property may be absent or empty if other properties make it optional; null is a value like any other. */
export function RequiredUnless<T extends object>(isOptional: (target: T) => boolean, when: string): PropertyDecorator {
  return together(
    ValidateIf((target: T, value) => !(value === undefined && isOptional(target))),
    Check((value, target: T) =>
      (value === undefined || value === '') && !isOptional(target) ? `is required ${when}` : null,
    ),
  )
}

/** Allows the property only if `other` has `value`. In that case the property's remaining rules apply. */
export function GoesWith(other: string, value: string): PropertyDecorator {
  const goes = (target: object) => (target as Readonly<Record<string, unknown>>)[other] === value
  return together(
    ValidateIf((target: object, given) => given !== undefined || goes(target)),
    Check((_given, target) => (goes(target) ? null : `is only allowed when ${other} is ${value}`)),
  )
}

/** The property may not be given together with another one. */
export function NotWith(other: string): PropertyDecorator {
  return Check((_given, target) =>
    (target as Readonly<Record<string, unknown>>)[other] === undefined ? null : notWith(other),
  )
}

export function notWith(other: string): string {
  return `must not be given together with ${other}`
}

/** A text that follows a rule. */
export function Text(rule: FieldRule): PropertyDecorator {
  return Check((value) => textFault(value, rule))
}

/** A text that follows a rule; null or an empty text clears it. */
export function ClearableText(rule: FieldRule): PropertyDecorator {
  return together(MayBeNull(), Text({ ...rule, holds: (text) => text === '' || rule.holds(text) }))
}

export function TextList(rule: FieldRule, range: Range): PropertyDecorator {
  const entriesFollow = Check((list: readonly unknown[]) => {
    const faults = list.map((item) => textFault(item, rule))
    const at = faults.findIndex((fault) => fault !== null)
    return at === -1 ? null : `[${at}] ${faults[at]}`
  })
  return together(List(range), entriesFollow)
}

/** The rules of one property are checked in order, up to the first that fails. */
function List(range: Range): PropertyDecorator {
  const message = messageOf((value) => listFault(value, range))
  return together(IsArray(message), ArrayMinSize(range.min, message), ArrayMaxSize(range.max, message))
}

/** The entries of a list must be distinct. Used together with a rule for the entries. */
export function Distinct(): PropertyDecorator {
  return Check((value) =>
    Array.isArray(value) && new Set(value).size < value.length ? 'must not contain duplicates' : null,
  )
}

export function OneOf(values: readonly string[]): PropertyDecorator {
  return IsIn(
    values,
    messageOf((value) => textFault(value, oneOf(values)) ?? ''),
  )
}

export function Flag(): PropertyDecorator {
  return IsBoolean(messageOf((value) => typeFault('true or false', value)))
}

export function WholeNumber(range: Range): PropertyDecorator {
  const message = messageOf((value) => wholeNumberFault(value, range))
  return together(IsInt(message), Min(range.min, message), Max(range.max, message))
}

/** An object whose keys the client chooses. */
export function FreeObject(): PropertyDecorator {
  return IsObject(messageOf((value) => typeFault('an object', value)))
}

/** A nested object with its own class. */
export function Nested(shape: Shape<object>): PropertyDecorator {
  return together(nests(shape), FreeObject())
}

/** A property with a custom reader, for lists that are too long to check one object at a time. */
export function ReadBy(read: PropertyReader): PropertyDecorator {
  return together(Allow(), (prototype, property) => READERS.set(prototype, property, read))
}

/** Returns the value of the property, and adds each fault with its path. */
export type PropertyReader = (value: unknown, path: string, faults: FieldError[]) => unknown

/** A property that must be given. A schema of the core reads it. */
export function Must({ read }: Schema<unknown>): PropertyDecorator {
  return ReadBy(read)
}

/** A property that may be left out. A schema of the core reads it. */
export function MayBe({ read }: Schema<unknown>): PropertyDecorator {
  return ReadBy(unlessAbsent(read))
}

export function unlessAbsent(read: PropertyReader): PropertyReader {
  return (value, path, faults) => (value === undefined ? undefined : read(value, path, faults))
}

/** A property that some clients send, but that is always refused. */
export function Refused(message: string): PropertyDecorator {
  return Equals(undefined, { message })
}

/** The class of a nested property. */
export function nestedShape(shape: Shape<object>, property: string): Shape<object> | undefined {
  return NESTED.get(shape, property)
}

/** The custom reader of a property, if it has one. */
export function propertyReader(shape: Shape<object>, property: string): PropertyReader | undefined {
  return READERS.get(shape, property)
}

const READERS = perProperty<PropertyReader>()

const NESTED = perProperty<Shape<object>>()

/** A registry of what the decorators declare for each property of a class. */
function perProperty<T>() {
  const classes = new WeakMap<object, Map<string, T>>()
  return {
    get: (shape: Shape<object>, property: string) => classes.get(shape)?.get(property),
    set(prototype: object, property: string | symbol, value: T) {
      const properties = classes.get(prototype.constructor) ?? new Map<string, T>()
      classes.set(prototype.constructor, properties.set(String(property), value))
    },
  }
}

function nests(shape: Shape<object>): PropertyDecorator {
  return (prototype, property) => NESTED.set(prototype, property, shape)
}

/** The options for a rule of class-validator with our message. */
function messageOf(message: (value: unknown) => string) {
  return { message: ({ value }: ValidationArguments) => message(value) }
}

/** Combines several decorators into one. */
export function together(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (prototype, property) => decorators.forEach((decorate) => decorate(prototype, property))
}

export function textFault(value: unknown, rule: FieldRule): string | null {
  if (typeof value !== 'string') return typeFault('a string', value)
  return rule.holds(value) ? null : ruleFault(rule, value)
}
