/** At most `max` uses in any period of this length. */
export type UsageLimit = { readonly max: number; readonly withinMs: number }

/** Uses that are counted together. They stop counting one period after `atMs`. */
export type UsageEntry = { readonly atMs: number; readonly count: number }

/** The uses that still count after one more use. */
export function withUse(entries: readonly UsageEntry[], withinMs: number, nowMs: number): readonly UsageEntry[] {
  return compact([...currentOf(entries, withinMs, nowMs), { atMs: nowMs, count: 1 }], withinMs)
}

/** The number of uses that still count. */
export function usesWithin(entries: readonly UsageEntry[], withinMs: number, nowMs: number): number {
  return usesIn(currentOf(entries, withinMs, nowMs))
}

/** When the next use is allowed: now, if the limit is not reached. */
export function freeAtMs(entries: readonly UsageEntry[], { max, withinMs }: UsageLimit, nowMs: number): number {
  const current = currentOf(entries, withinMs, nowMs).toSorted((one, other) => one.atMs - other.atMs)
  let left = usesIn(current)
  for (const { atMs, count } of current) {
    if (left < max) break
    left -= count
    if (left < max) return atMs + withinMs
  }
  return left < max ? nowMs : nowMs + withinMs
}

function currentOf(entries: readonly UsageEntry[], withinMs: number, nowMs: number): readonly UsageEntry[] {
  return entries.filter(({ atMs }) => atMs > nowMs - withinMs)
}

function usesIn(entries: readonly UsageEntry[]): number {
  return entries.reduce((sum, { count }) => sum + count, 0)
}

/**
 * Bounds the number of entries. Above `EXACT_MAX` entries, the uses of one sixtieth of the period are counted
 * together until the end of that part. They then count slightly longer than the period, never shorter.
 */
function compact(entries: readonly UsageEntry[], withinMs: number): readonly UsageEntry[] {
  if (entries.length <= EXACT_MAX) return entries
  const partMs = withinMs / PARTS
  const counts = new Map<number, number>()
  for (const { atMs, count } of entries) {
    const endMs = Math.ceil(atMs / partMs) * partMs
    counts.set(endMs, (counts.get(endMs) ?? 0) + count)
  }
  return [...counts].map(([atMs, count]) => ({ atMs, count }))
}

const EXACT_MAX = 100
const PARTS = 60
