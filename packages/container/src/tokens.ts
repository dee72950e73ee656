import { PORTS, type Adapters } from '@carillon/core'

declare const type: unique symbol
/** A key in the container, with the type of the bound value. */
export type Token<T> = symbol & { readonly [type]?: (value: T) => T }

/** The ports, which the adapters bind and the use cases depend on, by their names in the core. */
export const Tokens = Object.fromEntries(Object.keys(PORTS).map((name) => [name, Symbol(name)])) as {
  readonly [P in keyof Adapters]: Token<Adapters[P]>
}
