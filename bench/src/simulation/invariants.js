import { CONSENT } from './invariants/consent.js'
import { CREDITS } from './invariants/credits.js'
import { DELIVERY } from './invariants/delivery.js'
import { EVENTS } from './invariants/events.js'
import { KEYS } from './invariants/keys.js'
import { LINKS } from './invariants/links.js'
import { MESSAGES } from './invariants/messages.js'
import { PHONES } from './invariants/phones.js'

/**
 * What always holds. Each has a name that says it, and `watch(world)`, which answers what looks after it: functions
 * that yield what is wrong, called `atCommit` with what a unit of work changed, `atSubmission` as the provider gets a
 * message, `atDelivery` as a phone does, `atAnswer` as a caller is answered, `atEnd` after two hours without faults, and
 * `afterKeys` when every key has expired and was trimmed.
 */
export const INVARIANTS = [...CONSENT, ...CREDITS, ...DELIVERY, ...EVENTS, ...KEYS, ...LINKS, ...MESSAGES, ...PHONES]
