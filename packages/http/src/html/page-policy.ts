import { createHash } from 'node:crypto'
import { PAGE_FILES } from '../../embedded/page-files.js'
import type { Html } from './html.js'

/** Of each kind the sources that a page may have something from. */
type Sources = Readonly<Partial<Record<'style-src' | 'img-src' | 'form-action', string>>>

/** The Content-Security-Policy of a page without scripts, which has nothing else from anywhere, and nobody can frame it. */
export function pagePolicy(sources: Sources): string {
  const closed = ['base-uri', 'form-action', 'frame-ancestors'].filter((kind) => !(kind in sources))
  const allowed = Object.entries(sources).map(([kind, from]) => `${kind} ${from}`)
  return ["default-src 'none'", ...allowed, ...closed.map((kind) => `${kind} 'none'`)].join('; ')
}

/** A stylesheet that stands in the page itself, and the source by which the policy of the page admits it. */
export function inlineStyle(name: 'docs.css' | 'proof.css'): { readonly element: Html; readonly source: string } {
  const style = PAGE_FILES[name]
  const digest = createHash('sha256').update(style).digest('base64')
  return { element: { markup: `<style>${style}</style>` }, source: `'sha256-${digest}'` }
}
