import { readFile } from 'node:fs/promises'
import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
} from 'yaml'
import { UserError } from '../../settings/user-error.js'

export type DeclarationFile = {
  readonly content: Readonly<Record<string, unknown>>
  /** `file:line: ` for a path such as `account.groups[1].optInType`, or for its closest parent in the file. */
  place(path: string): string
  /** The likely cause of a wrong value at this path. */
  hint(path: string): string
}

/** Reads YAML or JSON. Throws a UserError that begins with the file and, for a syntax error, the line and column. */
export async function readDeclarationFile(file: string): Promise<DeclarationFile> {
  return parseDeclaration(await textOf(file), file)
}

export function parseDeclaration(text: string, file: string): DeclarationFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [fault = badAlias(document) ?? badNumber(document)] = [...document.errors, ...document.warnings]
  if (fault !== null) {
    const { line, col } = lines.linePos(fault.pos[0])
    throw new UserError(`${file}:${line}:${col}: ${oneLine(fault.message)}`)
  }
  return {
    content: contentOf(document, file),
    place: (path) => `${file}:${lines.linePos(offsetOf(document, stepsOf(path))).line}: `,
    hint: (path) => hintAt(document, stepsOf(path), text),
  }
}

const BYTES_MAX = 10_000_000

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${file} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`)
  })
  if (bytes.length > BYTES_MAX) throw new UserError(`${file} is larger than ${BYTES_MAX / 1e6} MB`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UserError(`${file} is not text in UTF-8`)
  }
}

/** Limits alias expansion: a few lines of nested aliases could expand to gigabytes. */
const ALIASES_MAX = 100

function contentOf(document: Document, file: string): Readonly<Record<string, unknown>> {
  if (document.contents === null) throw new UserError(`${file} is empty: it must begin with account:`)
  const content = unfolded(document, file)
  if (content === null) throw new UserError(`${file} is empty: it must begin with account:`)
  if (typeof content === 'object' && !Array.isArray(content)) return content as Readonly<Record<string, unknown>>
  const got = Array.isArray(content) ? 'a list' : `a ${typeof content}`
  throw new UserError(`${file}:1: expected an object that begins with account:, got ${got}`)
}

type Fault = { readonly message: string; readonly pos: readonly [number, ...number[]] }

/** Finds an alias without an anchor or inside its own anchor: the parser reports it later without a line, or never. */
function badAlias(document: Document): Fault | null {
  const anchors = new Set<string>()
  let fault: Fault | null = null
  visit(document, {
    Node: (_, node, path) => {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor)
        return undefined
      }
      const pos = [node.range?.[0] ?? 0] as const
      if (!anchors.has(node.source))
        fault = { message: `The alias *${node.source} has no anchor &${node.source} before it`, pos }
      else if (path.some((parent) => isCollection(parent) && parent.anchor === node.source)) {
        fault = { message: `The alias *${node.source} must not be inside its own anchor`, pos }
      }
      return fault === null ? undefined : visit.BREAK
    },
  })
  return fault
}

/** Finds a number that JSON cannot represent: it would be sent as null, which often means that there is no limit. */
function badNumber(document: Document): Fault | null {
  let fault: Fault | null = null
  visit(document, {
    Scalar: (_, { value, source, range }) => {
      if (typeof value !== 'number' || Number.isFinite(value)) return undefined
      fault = { message: `${source ?? value} is not a finite number`, pos: [range?.[0] ?? 0] }
      return visit.BREAK
    },
  })
  return fault
}

function unfolded(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX })
  } catch (error) {
    throw new UserError(`${file}: ${oneLine((error as Error).message)}`, { cause: error })
  }
}

type Step = string | number

function stepsOf(path: string): readonly Step[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)))
}

/** The offset of the key, because its value may begin some lines below. */
function offsetOf(document: Document, steps: readonly Step[]): number {
  let node: Node | null | undefined = document.contents
  let offset = node?.range?.[0] ?? 0
  for (const step of steps) {
    const found = childOf(document, node, step)
    if (found === null) break
    offset = found.offset
    node = found.node
  }
  return offset
}

type Found = { readonly node: Node | null; readonly offset: number }

function childOf(document: Document, parent: Node | null | undefined, step: Step): Found | null {
  const node = isAlias(parent) ? parent.resolve(document) : parent
  if (isMap<Node, Node | null>(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
    return pair === undefined ? null : { node: pair.value, offset: pair.key.range?.[0] ?? 0 }
  }
  if (!isSeq<Node>(node) || typeof step !== 'number') return null
  const item = node.items[step]
  return item === undefined ? null : { node: item, offset: item.range?.[0] ?? 0 }
}

/** +12025550100 without quotes is a number to YAML, and its plus sign is lost. */
function hintAt(document: Document, steps: readonly Step[], text: string): string {
  let node: Node | null = document.contents
  for (const step of steps) node = childOf(document, node, step)?.node ?? null
  if (!isScalar(node) || typeof node.value !== 'number' || !node.range) return ''
  const written = text.slice(node.range[0], node.range[1])
  return written.startsWith('+') ? ` (write it in quotes: "${written}")` : ''
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
