import type { Behaviour } from '../outbox/behaviour.js'

/** A behaviour for all numbers, or for one. */
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
