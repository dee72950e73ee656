import { DomainError, isStorable, refuseFaults, type FieldError } from '@carillon/core'

/** A check for a value, with the text that describes an accepted value. */
type Rule<T> = { readonly expected: string; readonly holds: (value: unknown) => value is T }

/**
 * Reads the properties of a body one by one and collects their faults. The simulator has only three small bodies, so it
 * does not need the validation library of the HTTP adapter.
 */
export class Fields {
  private readonly faults: FieldError[] = []
  private readonly body: Readonly<Record<string, unknown>>
  private readonly read = new Set<string>()

  constructor(body: unknown) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new DomainError('invalid-input', `The body must be a JSON object, got ${shown(body)}`)
    }
    this.body = body as Readonly<Record<string, unknown>>
  }

  /** Returns the value. `check` reports its faults, so do not use the value before `check`. */
  required<T>(name: string, rule: Rule<T>): T {
    const value = this.valueOf(name)
    if (!rule.holds(value)) this.refuse(name, `must be ${rule.expected}, got ${shown(value)}`)
    return value as T
  }

  /** Null if the property is absent or null. */
  optional<T>(name: string, rule: Rule<T>): T | null {
    return (this.valueOf(name) ?? null) === null ? null : this.required(name, rule)
  }

  refuse(field: string, message: string) {
    this.faults.push({ field, message })
  }

  /** Throws if there are faults. Call it last: properties that were not read count as unknown. */
  check() {
    for (const name of Object.keys(this.body)) {
      if (!this.read.has(name)) this.refuse(name.slice(0, SHOWN_MAX), `is not one of ${[...this.read].join(', ')}`)
    }
    refuseFaults(this.faults)
  }

  private valueOf(name: string): unknown {
    this.read.add(name)
    return Object.hasOwn(this.body, name) ? this.body[name] : undefined
  }
}

export function text(expected: string, holds: (text: string) => boolean): Rule<string> {
  return { expected, holds: (value): value is string => typeof value === 'string' && isStorable(value) && holds(value) }
}

export function oneOf<T extends string>(values: readonly T[]): Rule<T> {
  return { expected: `one of ${values.join(', ')}`, holds: (value): value is T => values.includes(value as T) }
}

export function wholeNumber({ min, max }: { readonly min: number; readonly max: number }): Rule<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    holds: (value): value is number => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  }
}

export const FLAG: Rule<boolean> = {
  expected: 'true or false',
  holds: (value): value is boolean => typeof value === 'boolean',
}

const SHOWN_MAX = 60

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const json = JSON.stringify(value)
  return json.length > SHOWN_MAX ? `${json.slice(0, SHOWN_MAX)}…` : json
}
