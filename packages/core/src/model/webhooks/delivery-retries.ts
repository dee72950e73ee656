import type { WebhookResponse } from '../../ports/webhook-sender.js'
import { DAY_MS, addMs } from '../../values/time/instant.js'
import { isDelivered, type Delivery } from './delivery.js'

/** The delay after each failed try, in order. When the list is used up, the delivery fails. */
export const RETRY_DELAYS_MS = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
] as const

/** Up to this fraction of the delay is added at random, to spread the retries of deliveries that failed together. */
const JITTER = 0.1
/** A longer `Retry-After` is reduced to this. */
const RETRY_AFTER_MAX_MS = DAY_MS

/** The delivery after an attempt; `chance` (0 to 1) is for the jitter. */
export function afterAttempt(
  delivery: Delivery,
  response: WebhookResponse,
  { now, chance }: { readonly now: Date; readonly chance: number },
): Delivery {
  const tried = { ...delivery, tries: delivery.tries + 1, attempts: delivery.attempts + 1 }
  if (isDelivered(response)) return { ...tried, status: 'delivered', nextAt: null, endedAt: now }
  const delayMs = RETRY_DELAYS_MS[delivery.tries]
  if (delayMs === undefined) return { ...tried, status: 'failed', nextAt: null, endedAt: now }
  const retryAfterMs = response.kind === 'answered' ? Math.min(response.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS) : 0
  return { ...tried, nextAt: addMs(now, Math.round(Math.max(delayMs, retryAfterMs) * (1 + JITTER * chance))) }
}
