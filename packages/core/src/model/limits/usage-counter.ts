import { freeAtMs, usesWithin, type UsageEntry, type UsageLimit } from './usage.js'

/** What is counted. A name is stored, so it must not change. */
export type UsageName =
  /** A reply to HELP or INFO. */
  | 'help-reply'
  /** A confirmation that a START requested. */
  | 'start-confirmation'
  /** Any text that no API key requested. */
  | 'service-text'
  /** A request to confirm that the contact has not answered. */
  | 'confirmation'
  /** A code of an opt-in form, by what it is limited by. */
  | 'code-to-number'
  | 'code-to-number-in-service'
  | 'code-to-prefix'
  | 'code-to-country'
  | 'code-from-address'
  | 'code-from-network'
  | 'code-of-form'
  /** A code that was entered correctly. */
  | 'code-entered'
  | 'code-entered-in-prefix'
  /** An event that reports a reached limit. */
  | 'limit-report'

/** Counts the uses by one subject within one period. */
export type UsageCounter = {
  readonly name: UsageName
  /** Who or what uses it up, such as the pseudonym of a number; `""` for the whole account. */
  readonly subject: string
  readonly limit: UsageLimit
  /** Uses at these instants do not count, because their texts failed. */
  readonly except?: readonly number[]
}

/** A counter whose limit is reached, and when it allows the next use. */
export type ReachedLimit = UsageCounter & { readonly freeAt: Date }

/** Identifies the counter within its account. Stored, so it must not change. */
export function counterKey({ name, subject, limit }: UsageCounter): string {
  return `${name} ${limit.withinMs / 1_000}s ${subject}`
}

/** The first of the counters whose limit is reached. `entriesOf` returns the uses by the key of a counter. */
export function firstReached(
  counters: readonly UsageCounter[],
  entriesOf: (key: string) => readonly UsageEntry[],
  now: Date,
): ReachedLimit | null {
  for (const counter of counters) {
    const entries = countedEntries(counter, entriesOf(counterKey(counter)))
    const { max, withinMs } = counter.limit
    if (usesWithin(entries, withinMs, now.getTime()) < max) continue
    return { ...counter, freeAt: new Date(freeAtMs(entries, counter.limit, now.getTime())) }
  }
  return null
}

function countedEntries({ except = [] }: UsageCounter, entries: readonly UsageEntry[]): readonly UsageEntry[] {
  return except.length === 0 ? entries : entries.filter(({ atMs }) => !except.includes(atMs))
}

/** When the last of the uses stops counting. */
export function expiryOf(entries: readonly UsageEntry[], withinMs: number): Date {
  return new Date(Math.max(...entries.map(({ atMs }) => atMs)) + withinMs)
}
