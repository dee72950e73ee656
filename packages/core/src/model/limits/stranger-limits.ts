import type { Pseudonym } from '../../ports/secrets.js'
import { DAY_MS, HOUR_MS } from '../../values/time/instant.js'
import type { UsageCounter } from './usage-counter.js'

/**
 * The limits of all texts that no API key requested: replies to keywords, confirmations of START, and codes of forms.
 */
export type ServiceTexts = {
  readonly perHour: number
  readonly perDay: number
  /** Whether a reply to HELP or INFO costs as much as an SMS; by default it is free. */
  readonly chargeReplies: boolean
}

/** The limits of the replies to HELP and INFO, by number. */
const HELP_REPLIES = [
  { max: 3, withinMs: HOUR_MS },
  { max: 10, withinMs: DAY_MS },
] as const

/** The limit of the confirmations that START requests, by number. */
const START_CONFIRMATIONS = [{ max: 3, withinMs: DAY_MS }] as const

/** The limits of requests to confirm that a contact has not answered, by number. */
const UNANSWERED_CONFIRMATIONS = [
  { max: 1, withinMs: DAY_MS },
  { max: 3, withinMs: 30 * DAY_MS },
] as const

/** The defaults of the limits for all texts of an account that no API key requested. */
export const SERVICE_TEXTS: ServiceTexts = { perHour: 1_000, perDay: 10_000, chargeReplies: false }

export function helpCounters(subject: Pseudonym): readonly UsageCounter[] {
  return HELP_REPLIES.map((limit) => ({ name: 'help-reply', subject, limit }))
}

export function startCounters(subject: Pseudonym): readonly UsageCounter[] {
  return START_CONFIRMATIONS.map((limit) => ({ name: 'start-confirmation', subject, limit }))
}

export function confirmationCounters(subject: Pseudonym): readonly UsageCounter[] {
  return UNANSWERED_CONFIRMATIONS.map((limit) => ({ name: 'confirmation', subject, limit }))
}

/** The counters of all texts that no API key requested. */
export function serviceTextCounters({ perHour, perDay }: ServiceTexts): readonly UsageCounter[] {
  return [
    { name: 'service-text', subject: '', limit: { max: perHour, withinMs: HOUR_MS } },
    { name: 'service-text', subject: '', limit: { max: perDay, withinMs: DAY_MS } },
  ]
}
