/** Which carriers take a text, in this order. The first route that fits decides. */
export type Route = {
  /** Numbers that start with it; null for all numbers. */
  readonly toPrefix: string | null
  readonly via: readonly string[]
}

/** The carriers to try for a text, in order; none if no route fits. A sender's own carrier comes before all routes. */
export function carriersFor(
  routes: readonly Route[],
  { to, ownCarrier }: { readonly to: string; readonly ownCarrier: string | null },
): readonly string[] {
  if (ownCarrier !== null) return [ownCarrier]
  return routes.find(({ toPrefix }) => toPrefix === null || to.startsWith(toPrefix))?.via ?? []
}
