import { PORTS, type Adapters } from '@carillon/core'

declare const type: unique symbol
/** A key in the container, with the type of the bound value. */
export type Token<T> = symbol & { readonly [type]?: (value: T) => T }

/** The tokens of the ports, by the names of the ports. Adapters bind the ports, and use cases depend on them. */
export const Tokens = Object.fromEntries(Object.keys(PORTS).map((name) => [name, Symbol(name)])) as {
  readonly [P in keyof Adapters]: Token<Adapters[P]>
}
