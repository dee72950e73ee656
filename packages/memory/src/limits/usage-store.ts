import {
  counterKey,
  expiryOf,
  firstReached,
  usesWithin,
  withUse,
  type UsageCounter,
  type UsageEntry,
  type UsageOwner,
  type UsageStore,
} from '@carillon/core'
import type { Tables } from '../tables/tables.js'

export class MemoryUsageStore implements UsageStore {
  constructor(private readonly tables: Pick<Tables, 'usages'>) {}

  async take(account: UsageOwner, counters: readonly UsageCounter[], now: Date) {
    const reached = await this.reached(account, counters, now)
    if (reached !== null) return reached
    const named = new Map(counters.map((counter) => [counterKey(counter), counter]))
    for (const [key, { limit }] of named) {
      const { withinMs } = limit
      const entries = withUse(this.entriesOf(account, key), withinMs, now.getTime())
      this.tables.usages.put({ account, key, entries, expiresAt: expiryOf(entries, withinMs) })
    }
    return null
  }

  async reached(account: UsageOwner, counters: readonly UsageCounter[], now: Date) {
    return firstReached(counters, (key) => this.entriesOf(account, key), now)
  }

  async counts(account: UsageOwner, counters: readonly UsageCounter[], now: Date) {
    return counters.map((counter) =>
      usesWithin(this.entriesOf(account, counterKey(counter)), counter.limit.withinMs, now.getTime()),
    )
  }

  async reset(account: UsageOwner, counters: readonly UsageCounter[]) {
    for (const counter of counters) this.tables.usages.remove(account, counterKey(counter))
  }

  async trim(account: UsageOwner, until: Date, limit: number) {
    const expired = this.tables.usages.filter(account, ({ expiresAt }) => expiresAt <= until).slice(0, limit)
    for (const { key } of expired) this.tables.usages.remove(account, key)
    return expired.length
  }

  private entriesOf(account: UsageOwner, key: string): readonly UsageEntry[] {
    return this.tables.usages.get(account, key)?.entries ?? []
  }
}
