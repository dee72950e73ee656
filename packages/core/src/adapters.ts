import type { Keyring } from './model/accounts/api-key.js'
import type { RateLimiter } from './model/accounts/rate-limit.js'
import type { CarrierDirectory } from './ports/carriers.js'
import type { PasswordHasher } from './ports/password-hasher.js'
import type { Chance, Clock, Ids, Timer } from './ports/runtime.js'
import type { Secrets } from './ports/secrets.js'
import type { SmsProvider } from './ports/sms-provider.js'
import type { WebhookSender } from './ports/webhook-sender.js'
import type { UnitOfWork } from './stores/unit-of-work.js'

/** Everything external that the use cases need: one adapter for each port, under the port's name. */
export type Adapters = {
  readonly chance: Chance
  readonly clock: Clock
  readonly directory: CarrierDirectory
  readonly ids: Ids
  readonly keyring: Keyring
  readonly passwordHasher: PasswordHasher
  readonly provider: SmsProvider
  readonly rateLimiter: RateLimiter
  readonly secrets: Secrets
  readonly timer: Timer
  readonly unitOfWork: UnitOfWork
  readonly webhookSender: WebhookSender
}

/** The name of each port, for the `takes` tables of recipes. */
export const PORTS = {
  chance: 'chance',
  clock: 'clock',
  directory: 'directory',
  ids: 'ids',
  keyring: 'keyring',
  passwordHasher: 'passwordHasher',
  provider: 'provider',
  rateLimiter: 'rateLimiter',
  secrets: 'secrets',
  timer: 'timer',
  unitOfWork: 'unitOfWork',
  webhookSender: 'webhookSender',
} as const satisfies { [P in keyof Adapters]: P }

/** How an object is made: its class, and its named dependencies, each a port or the result of another recipe. */
export type Recipe<T = unknown> = {
  readonly Class: new (deps: never) => T
  readonly takes: Readonly<Record<string, keyof Adapters | Recipe>>
}

/** A missing dependency, or one of the wrong type, does not compile. */
export function recipe<Deps extends object, T>(Class: new (deps: Deps) => T, takes: Takes<Deps>): Recipe<T> {
  return { Class, takes: takes as Recipe['takes'] }
}

type Takes<Deps extends object> = { readonly [K in keyof Deps]: PortOf<Deps[K]> | Recipe<Deps[K]> }

/** The names of the ports that are assignable to the type. */
type PortOf<T> = { [P in keyof Adapters]: Adapters[P] extends T ? P : never }[keyof Adapters]
