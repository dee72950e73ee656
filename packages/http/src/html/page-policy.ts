import { createHash } from 'node:crypto'
import { PAGE_FILES } from '../../embedded/page-files.js'
import type { Html } from './html.js'

/** The allowed sources for each directive. */
type Sources = Readonly<Partial<Record<'style-src' | 'img-src' | 'form-action' | 'script-src', string>>>

/** A Content-Security-Policy that forbids framing and allows only the given sources. */
export function pagePolicy(sources: Sources): string {
  const closed = ['base-uri', 'form-action', 'frame-ancestors'].filter((kind) => !(kind in sources))
  const allowed = Object.entries(sources).map(([kind, from]) => `${kind} ${from}`)
  return ["default-src 'none'", ...allowed, ...closed.map((kind) => `${kind} 'none'`)].join('; ')
}

/** An inline stylesheet, and the source that allows it in the policy of the page. */
export function inlineStyle(name: 'docs.css' | 'proof.css'): { readonly element: Html; readonly source: string } {
  const style = PAGE_FILES[name]
  const digest = createHash('sha256').update(style).digest('base64')
  return { element: { markup: `<style>${style}</style>` }, source: `'sha256-${digest}'` }
}
