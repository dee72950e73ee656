export const OUTCOMES = ['accept', 'opted_out', 'reject', 'unavailable', 'slow'] as const
export type SimOutcome = (typeof OUTCOMES)[number]

/** How the next submissions fare. What is null is as the provider was made. */
export type Behaviour = {
  /** The number that it is for; null: all. The latest word has it: one for all replaces what was said for any number. */
  readonly to: string | null
  readonly outcome: SimOutcome
  /** For so many submissions, and then no more; null: until something else is said. */
  readonly times: number | null
  /** How long the answer takes. */
  readonly latencyMs: number | null
  /** The rest is for all numbers only, and outlasts `times`. */
  readonly deduplicates: boolean | null
  readonly canBeAsked: boolean | null
  /** How many messages a second each process of the service may submit. */
  readonly messagesPerSecond: number | null
}

/** Of those that are in force for a number, the one that decides. Undefined: it is accepted. */
export function behaviourFor(to: string, behaviours: ReadonlyMap<string | null, Behaviour>): Behaviour | undefined {
  return [behaviours.get(to), behaviours.get(null)].find((one) => one !== undefined && one.times !== 0)
}

/** How long `slow` takes when nobody says: long for a provider, and still within its deadline. */
const SLOW_MS = 2_000

/** Null: as the provider was made. */
export function latencyOf(behaviour: Behaviour | undefined): number | null {
  if (behaviour === undefined) return null
  return behaviour.latencyMs ?? (behaviour.outcome === 'slow' ? SLOW_MS : null)
}
