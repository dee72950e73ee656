import type { Newable } from 'inversify'
import type { Token } from './tokens.js'

/**
 * The arguments of inversify's `toResolvedValue` for a class that takes its dependencies as one object. A token that
 * is missing, or bound to another type than the class expects, does not compile.
 */
export function construct<Deps extends object, T>(
  Class: new (deps: Deps) => T,
  tokens: TokensFor<Deps>,
): [factory: (...values: unknown[]) => T, tokens: (symbol | Newable<unknown>)[]] {
  const names = Object.keys(tokens)
  const factory = (...values: unknown[]) =>
    new Class(Object.fromEntries(names.map((name, i) => [name, values[i]])) as Deps)
  return [factory, Object.values(tokens)]
}

/** A dependency is named by its token, or, being a use case, by its class. */
type TokensFor<Deps extends object> = { readonly [K in keyof Deps]: Token<Deps[K]> | Newable<Deps[K]> }
