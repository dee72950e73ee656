import type { Chance, Ids, Keyring, RateLimiter, Secrets, Timer, UnitOfWork } from '@carillon/core'
import { seededChance } from './chance.js'
import { SimulationClock } from './clock.js'
import { seededIds } from './ids.js'
import { MemoryKeyring } from './keyring.js'
import { MemoryRateLimiter } from './rate-limiter.js'
import { FakeSecrets } from './secrets.js'
import { SimulationTimer } from './timer.js'
import { MemoryUnitOfWork } from './unit-of-work.js'
import { RecordingWebhookSender } from './webhook-sender.js'

export type MemoryAdapters = {
  readonly chance: Chance
  readonly clock: SimulationClock
  readonly ids: Ids
  readonly keyring: Keyring
  readonly rateLimiter: RateLimiter
  readonly secrets: Secrets
  readonly timer: Timer
  readonly unitOfWork: UnitOfWork
  readonly webhookSender: RecordingWebhookSender
}

/**
 * Every port but the provider and the directory of carriers, with nothing in it and nothing shared. The same seed and
 * clock give the same ids and secrets again.
 */
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
    ids: seededIds({ seed, clock }),
    keyring: new MemoryKeyring(unitOfWork),
    rateLimiter: new MemoryRateLimiter(),
    secrets: new FakeSecrets(),
    timer,
    unitOfWork,
    webhookSender: new RecordingWebhookSender(timer),
  }
}

/** A Sunday, at noon. */
const EPOCH = new Date('2026-03-01T12:00:00.000Z')
