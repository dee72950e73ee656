import type { Adapters } from '@carillon/core'
import { ONLY_MOBILES } from './carrier-directory.js'
import { seededChance } from './chance.js'
import { SimulationClock } from './clock.js'
import { seededIds } from './ids.js'
import { MemoryKeyring } from './keyring.js'
import { MemoryRateLimiter } from './rate-limiter.js'
import { FakeSecrets } from './secrets.js'
import { RecordingSmsProvider } from './sms-provider.js'
import { SimulationTimer } from './timer.js'
import { MemoryUnitOfWork } from './unit-of-work.js'
import { RecordingWebhookSender } from './webhook-sender.js'

export type MemoryAdapters = Adapters & {
  readonly clock: SimulationClock
  readonly provider: RecordingSmsProvider
  readonly webhookSender: RecordingWebhookSender
}

/** Every port, with nothing in it and nothing shared. The same seed and clock give the same ids and secrets again. */
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
    provider: new RecordingSmsProvider(),
    rateLimiter: new MemoryRateLimiter(),
    secrets: new FakeSecrets(),
    timer,
    unitOfWork,
    webhookSender: new RecordingWebhookSender(timer),
  }
}

/** A Sunday, at noon. */
const EPOCH = new Date('2026-03-01T12:00:00.000Z')
