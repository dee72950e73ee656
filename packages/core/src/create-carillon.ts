import type { Adapters, Recipe } from './adapters.js'
import { USE_CASES, type UseCases } from './use-cases.js'

/** Creates every use case once, with these adapters. Separate calls share nothing except through their adapters. */
export function createCarillon(given: { readonly adapters: Adapters }): UseCases {
  const adapters = adaptersIn(given)
  const made = new Map<Recipe, unknown>()
  const make = (recipe: Recipe): unknown => {
    if (!made.has(recipe)) made.set(recipe, new recipe.Class(whatIsTaken(recipe) as never))
    return made.get(recipe)
  }
  const whatIsTaken = ({ takes }: Recipe) =>
    mapValues(takes, (taken) => (typeof taken === 'string' ? portOf(adapters, taken) : make(taken)))
  return mapValues(USE_CASES, make) as UseCases
}

/** Reports a missing adapter to JavaScript callers here, and not at the first call of a use case. */
function portOf(adapters: Adapters, name: keyof Adapters): unknown {
  const port = adapters[name] as unknown
  if (port !== undefined) return port
  throw new TypeError(`createCarillon got no adapters.${name}: pass one, or use the one from inMemory()`)
}

function adaptersIn(given: { readonly adapters?: Adapters | null } | null | undefined): Adapters {
  if (given?.adapters) return given.adapters
  throw new TypeError(`createCarillon expects { adapters }, got ${outlineOf(given)}`)
}

/** Contains only names: values may be secret. */
function outlineOf(given: unknown): string {
  if (given === undefined || given === null) return String(given)
  if (typeof given !== 'object') return `a ${typeof given}`
  const parts = Object.entries(given).map(([name, value]) =>
    value === null || value === undefined ? `${name}: ${value}` : name,
  )
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

function mapValues<T>(given: Readonly<Record<string, T>>, map: (value: T) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, map(value)]))
}
