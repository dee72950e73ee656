export const OUTCOMES = ['accept', 'opted_out', 'reject', 'unavailable', 'slow'] as const
export type SimOutcome = (typeof OUTCOMES)[number]

/** The outcome of the next submissions. Null means the default from the options of the provider. */
export type Behaviour = {
  /** The phone number that it applies to; null means all. A behaviour for all numbers replaces all earlier ones. */
  readonly to: string | null
  readonly outcome: SimOutcome
  /** The number of submissions that it applies to; null means until it is replaced. */
  readonly times: number | null
  /** Null means 2 seconds for `slow`, and otherwise the default from the options of the provider. */
  readonly latencyMs: number | null
  /** This and the fields below apply only in a behaviour for all numbers and stay in effect when `times` is used up. */
  readonly deduplicates: boolean | null
  readonly canBeAsked: boolean | null
  /** The rate at which each process of the service may submit messages. */
  readonly messagesPerSecond: number | null
}

/** The behaviour that applies to a number. Undefined means that the message is accepted. */
export function behaviourFor(to: string, behaviours: ReadonlyMap<string | null, Behaviour>): Behaviour | undefined {
  return [behaviours.get(to), behaviours.get(null)].find((one) => one !== undefined && one.times !== 0)
}

/** The default latency of `slow`: long for a provider, but within the deadline. */
const SLOW_MS = 2_000

/** Null means the default from the options of the provider. */
export function latencyOf(behaviour: Behaviour | undefined): number | null {
  if (behaviour === undefined) return null
  return behaviour.latencyMs ?? (behaviour.outcome === 'slow' ? SLOW_MS : null)
}
