import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Html } from './html.js'

/** Beside the sources and beside what is built from them. */
const FOLDER = new URL('../page/', import.meta.url)

export function pageFile(name: string): Buffer {
  return readFileSync(new URL(name, FOLDER))
}

/** A stylesheet that stands in the page itself, and the source by which the policy of the page admits it. */
export function ownStyle(name: string): { readonly element: Html; readonly source: string } {
  const style = pageFile(name).toString()
  const digest = createHash('sha256').update(style).digest('base64')
  return { element: { markup: `<style>${style}</style>` }, source: `'sha256-${digest}'` }
}
