import type {
  CarrierDirectory,
  Chance,
  Clock,
  Ids,
  Keyring,
  RateLimiter,
  Secrets,
  SmsProvider,
  Timer,
  UnitOfWork,
  WebhookSender,
} from '@carillon/core'

declare const type: unique symbol
/** A key in the container, with the type of the bound value. */
export type Token<T> = symbol & { readonly [type]?: (value: T) => T }

function token<T>(name: string): Token<T> {
  return Symbol(name)
}

/** The ports, which the adapters bind and the use cases depend on. */
export const Tokens = {
  CarrierDirectory: token<CarrierDirectory>('CarrierDirectory'),
  Chance: token<Chance>('Chance'),
  Clock: token<Clock>('Clock'),
  Ids: token<Ids>('Ids'),
  Keyring: token<Keyring>('Keyring'),
  RateLimiter: token<RateLimiter>('RateLimiter'),
  Secrets: token<Secrets>('Secrets'),
  SmsProvider: token<SmsProvider>('SmsProvider'),
  Timer: token<Timer>('Timer'),
  UnitOfWork: token<UnitOfWork>('UnitOfWork'),
  WebhookSender: token<WebhookSender>('WebhookSender'),
} as const
