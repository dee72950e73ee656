import type { Keyring } from './model/accounts/api-key.js'
import type { RateLimiter } from './model/accounts/rate-limit.js'
import type { CarrierDirectory } from './ports/carriers.js'
import type { Chance, Clock, Ids, Timer } from './ports/runtime.js'
import type { Secrets } from './ports/secrets.js'
import type { SmsProvider } from './ports/sms-provider.js'
import type { WebhookSender } from './ports/webhook-sender.js'
import type { UnitOfWork } from './stores/unit-of-work.js'

/** All that the use cases know of the world outside: one adapter for each port, by the name that they take it under. */
export type Adapters = {
  readonly chance: Chance
  readonly clock: Clock
  readonly directory: CarrierDirectory
  readonly ids: Ids
  readonly keyring: Keyring
  readonly provider: SmsProvider
  readonly rateLimiter: RateLimiter
  readonly secrets: Secrets
  readonly timer: Timer
  readonly unitOfWork: UnitOfWork
  readonly webhookSender: WebhookSender
}

/** Each by its name, as a table of what takes them wants it. */
export const PORTS = {
  chance: 'chance',
  clock: 'clock',
  directory: 'directory',
  ids: 'ids',
  keyring: 'keyring',
  provider: 'provider',
  rateLimiter: 'rateLimiter',
  secrets: 'secrets',
  timer: 'timer',
  unitOfWork: 'unitOfWork',
  webhookSender: 'webhookSender',
} as const satisfies { [P in keyof Adapters]: P }

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
