import { BROADCASTS } from './broadcasts/broadcasts.js'
import { BULK_CREDITS } from './credits/bulk-credits.js'
import { CONSENT } from './consent/consent.js'
import { CREDITS } from './credits/credits.js'
import { DELIVERIES } from './webhooks/deliveries.js'
import { DELIVERY } from './messages/delivery.js'
import { EVENTS } from './webhooks/events.js'
import { FORMS } from './consent/forms.js'
import { KEYS } from './messages/keys.js'
import { LINKS } from './messages/links.js'
import { MESSAGES } from './messages/messages.js'
import { THROTTLES } from './messages/throttles.js'
import { PHONES } from './consent/phones.js'
import { RECIPIENTS } from './broadcasts/recipients.js'
import { SCHEDULES } from './schedules/schedules.js'
import { SENDS } from './schedules/sends.js'
import { SLICES } from './broadcasts/slices.js'
import { WEBHOOKS } from './webhooks/webhooks.js'

/**
 * What always holds. Each has a name that says it, and `watch(world)`, which answers what looks after it: functions
 * that yield what is wrong, called `atCommit` with what a unit of work changed, `atSubmission` as the provider gets a
 * message, `atDelivery` as a phone does, `atAnswer` as a sender is answered, `atBulkAnswer` as one of broadcasts is,
 * `atScheduleAnswer` as one of schedules is, `atDeletion` as one that was deleted, `atLook` as somebody looks at a
 * broadcast, `atRest` after three hours without faults, `atEnd` when every schedule was deleted then, `atLastLook` at
 * every broadcast then, `afterKeys` when every key has expired and was trimmed, `atPost` as a process posts to an
 * endpoint, `atPostAnswer` as that answers, and `atLast` when nothing is tried any more.
 */
export const INVARIANTS = [
  ...BROADCASTS,
  ...BULK_CREDITS,
  ...CONSENT,
  ...CREDITS,
  ...DELIVERY,
  ...EVENTS,
  ...FORMS,
  ...KEYS,
  ...LINKS,
  ...MESSAGES,
  ...THROTTLES,
  ...PHONES,
  ...RECIPIENTS,
  ...SCHEDULES,
  ...SENDS,
  ...SLICES,
  ...WEBHOOKS,
  ...DELIVERIES,
]
