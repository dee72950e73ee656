import type { Keyring } from './model/accounts/keyring.js'
import type { RateLimiter } from './model/accounts/rate-limiter.js'
import type { CarrierDirectory } from './ports/carrier-directory.js'
import type { Chance } from './ports/chance.js'
import type { Clock } from './ports/clock.js'
import type { Ids } from './ports/ids.js'
import type { Secrets } from './ports/secrets.js'
import type { SmsProvider } from './ports/sms-provider.js'
import type { Timer } from './ports/timer.js'
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
