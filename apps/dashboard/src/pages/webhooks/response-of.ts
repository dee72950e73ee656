import type { components } from '../../api/schema.js'

/** The outcome of an attempt in a few words. */
export function responseOf(attempt: components['schemas']['DeliveryAttempt'] | undefined): string {
  if (attempt === undefined) return 'None yet'
  if (attempt.status !== undefined) return `HTTP ${attempt.status}, ${attempt.tookMs} ms`
  return REASONS[attempt.reason ?? 'unreachable']
}

const REASONS = {
  timeout: 'No response within 15 s',
  unreachable: 'No connection',
  forbidden: 'Not a public address',
} as const
