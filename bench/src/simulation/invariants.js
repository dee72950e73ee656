import { BROADCASTS } from './invariants/broadcasts.js'
import { BULK_CREDITS } from './invariants/bulk-credits.js'
import { CONSENT } from './invariants/consent.js'
import { CREDITS } from './invariants/credits.js'
import { DELIVERIES } from './invariants/deliveries.js'
import { DELIVERY } from './invariants/delivery.js'
import { EVENTS } from './invariants/events.js'
import { FORMS } from './invariants/forms.js'
import { KEYS } from './invariants/keys.js'
import { LINKS } from './invariants/links.js'
import { MESSAGES } from './invariants/messages.js'
import { PACES } from './invariants/paces.js'
import { PHONES } from './invariants/phones.js'
import { RECIPIENTS } from './invariants/recipients.js'
import { SCHEDULES } from './invariants/schedules.js'
import { SENDS } from './invariants/sends.js'
import { SLICES } from './invariants/slices.js'
import { WEBHOOKS } from './invariants/webhooks.js'

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
  ...PACES,
  ...PHONES,
  ...RECIPIENTS,
  ...SCHEDULES,
  ...SENDS,
  ...SLICES,
  ...WEBHOOKS,
  ...DELIVERIES,
]
