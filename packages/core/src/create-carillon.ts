import type { Adapters } from './adapters.js'
import type { Recipe } from './recipe.js'
import { USE_CASES, type UseCases } from './use-cases.js'

/** Every use case, made once on these adapters. Nothing is shared with another call, but what the adapters share. */
export function createCarillon({ adapters }: { readonly adapters: Adapters }): UseCases {
  const made = new Map<Recipe, unknown>()
  const make = (recipe: Recipe): unknown => {
    if (!made.has(recipe)) made.set(recipe, new recipe.Class(whatIsTaken(recipe) as never))
    return made.get(recipe)
  }
  const whatIsTaken = ({ Class, takes }: Recipe) =>
    mapValues(takes, (taken) => (typeof taken === 'string' ? portOf(adapters, taken, Class.name) : make(taken)))
  return mapValues(USE_CASES, make) as UseCases
}

/** Whoever writes JavaScript learns here, and not at the first call, what has been left out. */
function portOf(adapters: Adapters, name: keyof Adapters, useCase: string): unknown {
  const port = adapters[name] as unknown
  if (port === undefined) throw new TypeError(`createCarillon got no adapters.${name}, which ${useCase} takes`)
  return port
}

function mapValues<T>(given: Readonly<Record<string, T>>, map: (value: T) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, map(value)]))
}
