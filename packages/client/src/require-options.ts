/** Whoever writes JavaScript learns here, and not at the first call, what is missing. Nothing that was given is shown. */
export function requireOptions<T extends object>(owner: string, names: readonly (keyof T & string)[], given: T): T {
  const options: Partial<Record<string, unknown>> = { ...given }
  const faults = names.flatMap((name) => faultOf(name, options[name]))
  if (faults.length === 0) return given
  throw new TypeError(`new ${owner} takes { ${names.join(', ')} }, and here ${faults.join(' and ')}`)
}

/** Says what is the matter with what should be a text; nothing where it is one. */
export function faultOf(name: string, value: unknown): string[] {
  if (value === undefined) return [`${name} is missing`]
  if (value === null) return [`${name} is null`]
  if (value === '') return [`${name} is empty`]
  if (typeof value === 'string') return []
  return [`${name} is ${typeof value === 'object' ? 'an object' : `a ${typeof value}`}`]
}
