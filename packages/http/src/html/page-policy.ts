/** Of each kind the sources that a page may have something from. */
type Sources = Readonly<Partial<Record<'style-src' | 'img-src' | 'form-action', string>>>

/** The Content-Security-Policy of a page without scripts, which has nothing else from anywhere, and nobody can frame it. */
export function pagePolicy(sources: Sources): string {
  const closed = ['base-uri', 'form-action', 'frame-ancestors'].filter((kind) => !(kind in sources))
  const allowed = Object.entries(sources).map(([kind, from]) => `${kind} ${from}`)
  return ["default-src 'none'", ...allowed, ...closed.map((kind) => `${kind} 'none'`)].join('; ')
}
