import type { Adapters } from './adapters.js'

/** How an object is made: its class, and what that takes, each by its name: a port, or what another recipe makes. */
export type Recipe<T = unknown> = {
  readonly Class: new (deps: never) => T
  readonly takes: Readonly<Record<string, keyof Adapters | Recipe>>
}

/** Something that the class takes and that is missing here, or is of another type, does not compile. */
export function recipe<Deps extends object, T>(Class: new (deps: Deps) => T, takes: Takes<Deps>): Recipe<T> {
  return { Class, takes: takes as Recipe['takes'] }
}

type Takes<Deps extends object> = { readonly [K in keyof Deps]: PortOf<Deps[K]> | Recipe<Deps[K]> }

/** The names of the ports that do for the type. */
type PortOf<T> = { [P in keyof Adapters]: Adapters[P] extends T ? P : never }[keyof Adapters]
