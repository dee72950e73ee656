/** A pool as the settings of the account have it; a new one has no id. */
export type DeclaredPool = { readonly id?: string; readonly name: string; readonly numbers: readonly string[] }

/** The pools with this one added, or in place of the one with its id. */
export function withPool(pools: readonly DeclaredPool[], changed: DeclaredPool): readonly DeclaredPool[] {
  const isThere = pools.some(({ id }) => id === changed.id)
  if (changed.id === undefined || !isThere) return [...pools, changed]
  return pools.map((pool) => (pool.id === changed.id ? changed : pool))
}

export function withoutPool(pools: readonly DeclaredPool[], removed: string): readonly DeclaredPool[] {
  return pools.filter(({ id }) => id !== removed)
}

/**
 * The errors of the changed pool by the fields of its form: the service names the path of each, such as
 * `pools[2].numbers[1]`.
 */
export function poolErrors(errors: Readonly<Record<string, string>>): {
  readonly name?: string
  readonly numbers?: string
} {
  const entries = Object.entries(errors)
  const find = (path: RegExp) => entries.find(([field]) => path.test(field))?.[1]
  const name = find(/^pools\[\d+\]\.name$/)
  const numbers = find(/^pools\[\d+\]\.numbers/)
  return { ...(name !== undefined && { name }), ...(numbers !== undefined && { numbers }) }
}

/** What the active numbers send together, as people read it. */
export function rateWords(messagesPerSecond: number | null): string {
  if (messagesPerSecond === null) return 'no limit'
  return messagesPerSecond === 1 ? '1 text a second' : `${messagesPerSecond.toLocaleString('en-US')} texts a second`
}
