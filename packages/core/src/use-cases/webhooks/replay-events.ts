import type { ReplayRequest } from '../../model/webhooks/delivery-store.js'
import { isEventId, type DeliveryStatus } from '../../model/webhooks/delivery.js'
import { deliveryJob } from '../../model/webhooks/webhook-endpoint.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import { refuseDisabled, requireLockedEndpoint, type WebhookName } from './read-webhook.js'

export type ReplayEventsInput = WebhookName & { readonly which: EventsToReplay }

export type EventsToReplay =
  /** May be any text; text that is not an event id matches no event. */
  | { readonly event: string }
  /** Events from `from` (inclusive) to `to` (exclusive); with `status`, only deliveries with this status. */
  | { readonly from: Date; readonly to: Date; readonly status?: DeliveryStatus | null | undefined }

export const REPLAYED_MAX = 100_000

/**
 * Sends events to an endpoint again, and also events that it subscribes to but never got. Returns the number of events.
 */
export class ReplayEvents {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute({ which, ...name }: ReplayEventsInput): Promise<number> {
    const request = requestOf(which)
    const now = this.deps.clock.now()
    // Keeps its value in a second run: after an unacknowledged commit, replayed deliveries no longer have `status`.
    let replayed = 0
    return this.deps.unitOfWork.run(async (stores) => {
      const endpoint = await requireLockedEndpoint(stores, name)
      refuseDisabled(endpoint)
      if (request === null) throw noSuchEvent()
      await stores.jobs.wake([deliveryJob(endpoint, now)])
      const count = await stores.deliveries.replay(endpoint, request, { now, limit: REPLAYED_MAX })
      if (count === null) throw tooMany()
      if (count === 0 && 'event' in request) throw noSuchEvent()
      return (replayed = Math.max(replayed, count))
    })
  }
}

/** Null if `event` is not an event id. */
function requestOf(which: EventsToReplay): ReplayRequest | null {
  if ('event' in which) return isEventId(which.event) ? { event: which.event } : null
  const { from, to, status = null } = which
  if (from >= to) throw invalidInput('from', 'must be before the end of the span')
  return { from, to, status }
}

function noSuchEvent(): DomainError {
  const message = 'No stored event with this id can be sent to this webhook endpoint'
  return new DomainError('webhook-delivery-not-found', message)
}

function tooMany(): DomainError {
  const message = `The time span contains more than ${REPLAYED_MAX} events: replay it in shorter time spans`
  return new DomainError('too-many-to-replay', message, { limit: REPLAYED_MAX })
}
