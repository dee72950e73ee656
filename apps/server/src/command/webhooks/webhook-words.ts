import type { Schema } from '@carillon/client'
import { clockOf } from '../../terminal/clock.js'

export type Webhook = Schema<'Webhook'>
export type Delivery = Schema<'Delivery'>
export type Attempt = Schema<'DeliveryAttempt'>

const REASONS = {
  operator: 'by an operator',
  gone: 'because it responded with 410',
  failing: 'because all attempts failed for days',
}

export function stateOf({ disabled, failingSince }: Webhook): string {
  if (disabled !== undefined) return `disabled ${REASONS[disabled.reason]}`
  return failingSince === undefined ? 'enabled' : `enabled, but failing since ${clockOf(failingSince)}`
}

/** The time of the next attempt; null if the delivery has ended. */
export function nextTryOf({ status, nextAttemptAt }: Pick<Delivery, 'status' | 'nextAttemptAt'>): string | null {
  if (status !== 'pending') return null
  return nextAttemptAt === undefined ? 'once the webhook is enabled' : clockOf(nextAttemptAt)
}

/** The result of one attempt. */
export function responseText({ message, status, excerpt = '' }: Attempt): string {
  if (message !== undefined) return oneLine(message)
  return excerpt === '' ? `it responded with ${status}` : `it responded with ${status}: ${oneLine(excerpt)}`
}

const RESPONSE_LENGTH_MAX = 200

/** Sanitizes text from an endpoint, which must not move the cursor of the terminal or flood the screen. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, RESPONSE_LENGTH_MAX)
}
