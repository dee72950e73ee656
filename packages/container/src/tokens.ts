import type { Clock, Ids, Keyring, RateLimiter, Secrets, UnitOfWork } from '@carillon/core'

declare const type: unique symbol
/** A name in the container that carries the type of what is bound to it. */
export type Token<T> = symbol & { readonly [type]?: (value: T) => T }

function token<T>(name: string): Token<T> {
  return Symbol(name)
}

/** What the adapters bind and the use cases ask for. */
export const Tokens = {
  Clock: token<Clock>('Clock'),
  Ids: token<Ids>('Ids'),
  Keyring: token<Keyring>('Keyring'),
  RateLimiter: token<RateLimiter>('RateLimiter'),
  Secrets: token<Secrets>('Secrets'),
  UnitOfWork: token<UnitOfWork>('UnitOfWork'),
} as const
