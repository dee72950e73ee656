import type { Adapters, Recipe } from './adapters.js'
import type { PasswordHasher } from './ports/password-hasher.js'
import { USE_CASES, type UseCases } from './use-cases.js'

/** What `createCarillon` needs. Without a `passwordHasher`, nobody can sign in to the dashboard with a password. */
export type GivenAdapters = Omit<Adapters, 'passwordHasher'> & Partial<Pick<Adapters, 'passwordHasher'>>

/** Creates every use case once, with these adapters. Separate calls share nothing except through their adapters. */
export function createCarillon(given: { readonly adapters: GivenAdapters }): UseCases {
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
function portOf(adapters: GivenAdapters, name: keyof Adapters): unknown {
  const port = (name === 'passwordHasher' ? (adapters[name] ?? NO_PASSWORDS) : adapters[name]) as unknown
  if (port !== undefined) return port
  throw new TypeError(`createCarillon got no adapters.${name}: pass one, or use the one from inMemory()`)
}

const refuse = () =>
  Promise.reject<never>(
    new TypeError('createCarillon got no adapters.passwordHasher: pass one, such as that of @carillon/node'),
  )

/** Of a service that has no dashboard. */
const NO_PASSWORDS: PasswordHasher = { hash: refuse, matches: refuse }

function adaptersIn(given: { readonly adapters?: GivenAdapters | null } | null | undefined): GivenAdapters {
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
