import type { Adapters } from '@carillon/core'
import { MemoryKeyring } from './accounts/keyring.js'
import { MemoryRateLimiter } from './accounts/rate-limiter.js'
import { ONLY_MOBILES } from './ports/carrier-directory.js'
import { SimulationClock, SimulationTimer } from './ports/clock.js'
import { seededChance, seededIds } from './ports/ids.js'
import { fakePasswordHasher } from './ports/password-hasher.js'
import { FakeSecrets } from './ports/secrets.js'
import { RecordingSmsProvider } from './ports/sms-provider.js'
import { RecordingWebhookSender } from './ports/webhook-sender.js'
import { MemoryUnitOfWork } from './unit-of-work.js'

export type MemoryAdapters = Adapters & {
  readonly clock: SimulationClock
  readonly provider: RecordingSmsProvider
  readonly webhookSender: RecordingWebhookSender
}

/** Creates a new, empty adapter for every port. The same seed and time give the same ids and secrets. */
export function inMemory({
  seed = 1,
  now = EPOCH,
}: { readonly seed?: number; readonly now?: Date } = {}): MemoryAdapters {
  const clock = new SimulationClock(now)
  const unitOfWork = new MemoryUnitOfWork()
  const timer = new SimulationTimer(clock)
  return {
    chance: seededChance(seed),
    clock,
    directory: ONLY_MOBILES,
    ids: seededIds({ seed, clock }),
    keyring: new MemoryKeyring(unitOfWork),
    passwordHasher: fakePasswordHasher,
    provider: new RecordingSmsProvider(),
    rateLimiter: new MemoryRateLimiter(),
    secrets: new FakeSecrets(),
    timer,
    unitOfWork,
    webhookSender: new RecordingWebhookSender(timer),
  }
}

/** The default time: a Sunday at noon. */
const EPOCH = new Date('2026-03-01T12:00:00.000Z')
