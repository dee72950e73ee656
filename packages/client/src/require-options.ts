/** Reports missing options to JavaScript callers immediately, not at the first call. Does not show the given values. */
export function requireOptions<T extends object>(owner: string, names: readonly (keyof T & string)[], given: T): T {
  const options: Partial<Record<string, unknown>> = { ...given }
  const faults = names.flatMap((name) => faultOf(name, options[name]))
  if (faults.length === 0) return given
  throw new TypeError(`new ${owner} takes { ${names.join(', ')} }, but ${faults.join(' and ')}`)
}

/** Describes the fault of a value that should be a non-empty string. Returns an empty list if there is no fault. */
export function faultOf(name: string, value: unknown): string[] {
  if (value === undefined) return [`${name} is missing`]
  if (value === null) return [`${name} is null`]
  if (value === '') return [`${name} is empty`]
  if (typeof value === 'string') return []
  return [`${name} is ${typeof value === 'object' ? 'an object' : `a ${typeof value}`}`]
}
