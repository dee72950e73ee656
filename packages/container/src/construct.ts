import type { Newable } from 'inversify'
import type { Token } from './tokens.js'

/**
 * The arguments of inversify's `toResolvedValue` for a class whose constructor gets its dependencies as one object.
 * Code with a missing token, or with a token of the wrong type, does not compile.
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

/** A dependency is identified by its token, or by its class if it is a use case. */
type TokensFor<Deps extends object> = { readonly [K in keyof Deps]: Token<Deps[K]> | Newable<Deps[K]> }
