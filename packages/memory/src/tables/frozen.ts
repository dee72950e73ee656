/** The same plain data, frozen to its depths: what is stored cannot be changed behind the journal's back. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Date) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
