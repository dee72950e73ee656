import { createHash } from 'node:crypto'
import { PAGE_FILES } from '../../embedded/page-files.js'
import type { Html } from './html.js'

/** A stylesheet that stands in the page itself, and the source by which the policy of the page admits it. */
export function ownStyle(name: 'docs.css' | 'proof.css'): { readonly element: Html; readonly source: string } {
  const style = PAGE_FILES[name]
  const digest = createHash('sha256').update(style).digest('base64')
  return { element: { markup: `<style>${style}</style>` }, source: `'sha256-${digest}'` }
}
