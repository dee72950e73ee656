import { isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { UserError } from '../../settings/user-error.js'

export type CarriersText = {
  readonly content: unknown
  /** `file:line: ` for a path such as `['carriers', 'main', 'authToken']`, or for its closest parent in the file. */
  place(path: readonly (string | number)[]): string
  /** The value at a path as the file has it, with `${NAME}` in place of the environment variable. */
  written(path: readonly (string | number)[]): unknown
}

export type Env = Readonly<Record<string, string | undefined>>

/** Reads the YAML of the file of carriers, and replaces `${NAME}` in its texts by the environment variable. */
export function parseCarriers(text: string, file: string, env: Env): CarriersText {
  const lines = new LineCounter()
  const document = parseDocument(withMarks(text), { lineCounter: lines, prettyErrors: false })
  const [fault] = [...document.errors, ...document.warnings]
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0])
    throw new UserError(`${file}:${line}:${col}: ${withNames(fault.message).replaceAll(/\s+/g, ' ')}`)
  }
  const lineOf = (offset: number) => lines.linePos(offset).line
  visit(document, {
    Alias(_, alias, parents) {
      const target = alias.resolve(document)
      const place = `${file}:${lineOf(alias.range![0])}: `
      if (target === undefined) throw new UserError(`${place}no anchor before this alias has the name ${alias.source}`)
      if (parents.includes(target))
        throw new UserError(`${place}the alias ${alias.source} is a part of what it stands for`)
    },
    // Messages show the names of settings, so they are never values of variables.
    Pair(_, { key }) {
      if (isScalar(key) && typeof key.value === 'string') key.value = withNames(key.value)
    },
  })
  const source = contentOf(document, file)
  const missing: string[] = []
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value !== 'string') return
      node.value = node.value.replaceAll(MARK, (_mark, name: string) => {
        if (!env[name])
          missing.push(`${file}:${lineOf(node.range![0])}: the environment variable ${name} is not set or empty`)
        return env[name] ?? ''
      })
    },
  })
  if (missing.length > 0) throw new UserError(missing.join('\n'))
  return {
    content: contentOf(document, file),
    place: (path) => `${file}:${lineOf(offsetOf(document, path))}: `,
    written: (path) => valueAt(path, source),
  }
}

function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX }) as unknown
  } catch (error) {
    throw new UserError(`${file}: ${withNames((error as Error).message)}`)
  }
}

/** Limits the expansion of aliases: a few lines of nested ones could expand to gigabytes. */
const ALIASES_MAX = 100

/** A name stands between two characters for private use, because braces have a meaning in YAML. */
function withMarks(text: string): string {
  return text.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, '\uE000$1\uE001')
}

const MARK = /\uE000(\w+)\uE001/g

function withNames(text: string): string {
  return text.replaceAll(MARK, (_, name: string) => `\${${name}}`)
}

function valueAt(path: readonly (string | number)[], source: unknown): unknown {
  const value = path.reduce<unknown>((parent, name) => Object(parent)[name] as unknown, source)
  return typeof value === 'string' ? withNames(value) : value
}

function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { readonly range?: readonly number[] } | undefined
    if (node?.range !== undefined) return node.range[0]!
  }
  return 0
}
