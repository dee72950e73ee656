import type { Behaviour } from '../outbox/behaviour.js'

/** What is said of all numbers, or of one. */
export function aBehaviour(given: Partial<Behaviour> = {}): Behaviour {
  return {
    to: null,
    outcome: 'accept',
    times: null,
    latencyMs: null,
    deduplicates: null,
    canBeAsked: null,
    messagesPerSecond: null,
    ...given,
  }
}
