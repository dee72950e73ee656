/** Messages that were handed over together, and until when they count. */
export type Turn = { readonly id: string; readonly places: number; readonly untilMs: number }

const SECOND_MS = 1_000

/**
 * How many messages a sender may hand over now, so that no second sees more than its rate: what reached the provider
 * counts from the moment that it had answered, and what is on its way counts as long as it may be. A rate below 1 is
 * one message in so many seconds.
 */
export function placesAt(turns: readonly Turn[], messagesPerSecond: number, now: Date): Places {
  const running = turns.filter(({ untilMs }) => untilMs > now.getTime())
  const taken = running.reduce((sum, { places }) => sum + places, 0)
  const free = Math.max(0, Math.max(1, Math.floor(messagesPerSecond)) - taken)
  return { free, nextAt: free > 0 ? now : new Date(Math.min(...running.map(({ untilMs }) => untilMs))) }
}

export type Places = {
  readonly free: number
  /** When there is a free place at the earliest. */
  readonly nextAt: Date
}

/** How long a message counts once the provider has answered. */
export function paceWindowMs(messagesPerSecond: number): number {
  return Math.max(SECOND_MS, SECOND_MS / messagesPerSecond)
}
