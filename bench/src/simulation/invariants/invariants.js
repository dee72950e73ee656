import { BROADCASTS } from './broadcasts/broadcasts.js'
import { BULK_CREDITS } from './credits/bulk-credits.js'
import { CAPS } from './messages/caps.js'
import { CONSENT } from './consent/consent.js'
import { CREDITS } from './credits/credits.js'
import { DELIVERIES } from './webhooks/deliveries.js'
import { DELIVERY } from './messages/delivery.js'
import { EVENTS } from './webhooks/events.js'
import { FORMS } from './consent/forms.js'
import { KEYS } from './messages/keys.js'
import { LINKS } from './messages/links.js'
import { MESSAGES } from './messages/messages.js'
import { POOLS } from './senders/pools.js'
import { THROTTLES } from './senders/throttles.js'
import { PAUSES } from './broadcasts/pauses.js'
import { PHONES } from './consent/phones.js'
import { RECIPIENTS } from './broadcasts/recipients.js'
import { SCHEDULES } from './schedules/schedules.js'
import { SENDS } from './schedules/sends.js'
import { SLICES } from './broadcasts/slices.js'
import { WEBHOOKS } from './webhooks/webhooks.js'
import { WINDOWS } from './broadcasts/windows.js'

/**
 * All invariants. Each has a name that states it, and `watch(world)`, which returns its checks: generators that yield
 * violations. The checks are called `atCommit` with the changes of a unit of work, `atSubmission` when the provider
 * gets a message, `atDelivery` when a phone gets one, `atResponse`, `atBulkResponse` and `atScheduleResponse` when the
 * client of a message, a broadcast or a schedule gets a response, `atDeletion` when a schedule was deleted, `atRead`
 * when a broadcast was read, `atRest` after three hours without faults, `atEnd` after that, when every schedule was
 * deleted, `atLastRead` at that time with every broadcast, `afterKeys` when every key has expired and was trimmed,
 * `atPost` when a process posts to an endpoint, `atPostResponse` when the endpoint responds, and `atLast` when all
 * retries have ended.
 */
export const INVARIANTS = [
  ...BROADCASTS,
  ...BULK_CREDITS,
  ...CAPS,
  ...CONSENT,
  ...CREDITS,
  ...DELIVERY,
  ...EVENTS,
  ...FORMS,
  ...KEYS,
  ...LINKS,
  ...MESSAGES,
  ...POOLS,
  ...THROTTLES,
  ...PAUSES,
  ...PHONES,
  ...RECIPIENTS,
  ...SCHEDULES,
  ...SENDS,
  ...SLICES,
  ...WEBHOOKS,
  ...DELIVERIES,
  ...WINDOWS,
]
