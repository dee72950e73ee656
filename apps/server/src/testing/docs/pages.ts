import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One fenced block of a page, with the invisible comment above it. */
export type Block = {
  readonly lang: string
  readonly text: string
  readonly line: number
  /** The comment, which begins with its kind: `not run: …`, `file: …`, `answer`, `refused: …`. */
  readonly note: string | null
}

export type Page = {
  /** The path, relative to the root of the repository. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
  readonly anchors: ReadonlySet<string>
  readonly links: readonly { readonly target: string; readonly line: number }[]
}

export const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))

/** The README and all pages in docs. */
export function readPages(): readonly Page[] {
  const names = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  const docs = names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name.replaceAll('\\', '/')}`)
  return ['README.md', ...docs.toSorted()].map(readPage)
}

export function readPage(path: string): Page {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const { blocks, prose } = split(text)
  const links = prose.flatMap(({ words, line }) =>
    [...words.matchAll(LINK)].map(([, target]) => ({ target: target!, line })),
  )
  return { path, text, blocks, links, anchors: anchorsOf(prose.map(({ words }) => words)) }
}

const LINK = /\]\(<?([^)\s>]+)>?\)/g
const FENCE = /^( *)```+(\S*)\s*$/
const NOTE = /^<!-- (.*) -->$/

type Line = { readonly words: string; readonly line: number }

/** Separates the blocks from the prose between them, and removes brackets from code in backticks in the prose. */
function split(text: string): { readonly blocks: readonly Block[]; readonly prose: readonly Line[] } {
  const lines = text.split('\n')
  const blocks: Block[] = []
  const prose: Line[] = []
  for (let at = 0; at < lines.length; at++) {
    const fence = FENCE.exec(lines[at]!)
    if (fence === null) {
      prose.push({ words: lines[at]!.replace(/`[^`]*`/g, (code) => code.replace(/[[\](){}]/g, '')), line: at + 1 })
      continue
    }
    const begin = at
    do at++
    while (at < lines.length && !/^ *```+\s*$/.test(lines[at]!))
    const inside = lines.slice(begin + 1, at).map((one) => one.slice(fence[1]!.length))
    blocks.push({ lang: fence[2]!, text: `${inside.join('\n')}\n`, line: begin + 1, note: noteAbove(lines, begin) })
  }
  return { blocks, prose }
}

function noteAbove(lines: readonly string[], fence: number): string | null {
  const above = lines.slice(0, fence).findLast((line) => line.trim() !== '') ?? ''
  return NOTE.exec(above.trim())?.[1] ?? null
}

/** The anchors that GitHub derives from headings, and explicit anchors. */
function anchorsOf(lines: readonly string[]): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const line of lines) {
    for (const [, id] of line.matchAll(/ id="([^"]+)"/g)) anchors.add(id!)
    const heading = /^#+ (.*)$/.exec(line)
    if (heading === null) continue
    const words = heading[1]!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
    let [name, count] = [slug, 0]
    while (anchors.has(name)) name = `${slug}-${++count}`
    anchors.add(name)
  }
  return anchors
}

/** The text after the name in the block's note, `''` if the name is all; null if no note has this name. */
export function noteOf({ note }: Block, name: string): string | null {
  if (note === name) return ''
  return note?.startsWith(`${name}: `) === true ? note.slice(name.length + 2) : null
}
