import { DAY_MS } from '../../values/time/instant.js'
import { isDelivered, type DeliveryAttempt } from './delivery.js'
import type { Disabling, WebhookEndpoint } from './webhook-endpoint.js'

/** An endpoint is disabled when all tries have failed for this long. */
export const FAILING_MAX_MS = 5 * DAY_MS
/** An endpoint that takes longer than this to respond is slow. */
export const SLOW_MS = 2_000

const GONE = 410

/** The endpoint after these tries, in whatever order they ended; the same object when nothing has changed. */
export function endpointAfter(
  endpoint: WebhookEndpoint,
  attempts: readonly Pick<DeliveryAttempt, 'answer'>[],
  now: Date,
): WebhookEndpoint {
  if (attempts.length === 0) return endpoint
  const hasDelivered = attempts.some(({ answer }) => isDelivered(answer))
  const failingSince = hasDelivered ? null : (endpoint.failingSince ?? now)
  const isGone = attempts.some(({ answer }) => answer.kind === 'answered' && answer.status === GONE)
  const disabled = endpoint.disabled ?? disabling({ isGone, failingSince, now })
  const isSame = failingSince === endpoint.failingSince && disabled === endpoint.disabled
  return isSame ? endpoint : { ...endpoint, failingSince, disabled }
}

type Health = { readonly isGone: boolean; readonly failingSince: Date | null; readonly now: Date }

function disabling({ isGone, failingSince, now }: Health): Disabling | null {
  if (isGone) return { at: now, reason: 'gone' }
  const isTooLong = failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MAX_MS
  return isTooLong ? { at: now, reason: 'failing' } : null
}
