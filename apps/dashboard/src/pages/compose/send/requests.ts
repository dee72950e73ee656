import { canaryFieldsOf } from '../../../parts/timing/canary.js'
import { expiryFieldsOf } from '../../../parts/timing/expiry.js'
import { needsSchedule, timedFieldsOf, wallClockIn } from '../../../parts/timing/timing.js'
import { filterOf, messageOf, type Composition } from '../composition.js'

/** How long nothing leaves, so that it can be undone. */
export const HOLD_SECONDS = 10

/** What a broadcast has, whoever gets it. */
export function broadcastFieldsOf(composition: Composition) {
  const { from, timing, idempotencyKey } = composition
  return {
    from,
    ...messageOf(composition),
    idempotencyKey,
    ...(timing.hasCanary && { canary: canaryFieldsOf(timing.canary) }),
    ...expiryFieldsOf(timing),
  }
}

/** What a schedule has, whoever gets it. It has no media of its own. */
export function scheduleFieldsOf(composition: Composition, nowMs: number) {
  const { from, source, body, template, timing, idempotencyKey } = composition
  const startAt = wallClockIn(timing.timezone, nowMs + HOLD_SECONDS * 1_000)
  const message = source === 'template' ? { template: { id: template } } : { body }
  return { from, ...message, ...timedFieldsOf(timing, startAt), idempotencyKey }
}

/** The request of the public API with the same effect, but without a hold; null for entered numbers. */
export function publicRequestOf(composition: Composition, nowMs: number) {
  const audience = filterOf(composition)
  if (audience === null) return null
  return needsSchedule(composition.timing)
    ? {
        method: 'POST',
        path: '/messaging/broadcast/schedules',
        body: { audience, ...scheduleFieldsOf(composition, nowMs) },
      }
    : { method: 'POST', path: '/messaging/broadcast', body: { audience, ...broadcastFieldsOf(composition) } }
}
