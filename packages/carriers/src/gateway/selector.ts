import type { Scalar, Selector, Selectors, ValueCondition } from './description.js'
import { compileJsonPath } from './language/json-path.js'
import { compilePattern } from './language/pattern.js'

/** A request or an answer, with the values that selectors find in it. */
export type Source = {
  query(name: string): readonly string[]
  form(name: string): readonly string[]
  header(name: string): string | null
  readonly json: unknown
  readonly body: string
}

/** Finds all values; none if the source does not have them. */
export type ValuesReader = (source: Source) => readonly string[]
/** Finds the first value; null if there is none. */
export type ValueReader = (source: Source) => string | null

export function valuesReader(selectors: Selectors | undefined): ValuesReader {
  const readers = selectors === undefined ? [] : [selectors].flat().map(selectorReader)
  return (source) => {
    for (const read of readers) {
      const found = read(source)
      if (found.length > 0) return found
    }
    return []
  }
}

export function valueReader(selectors: Selectors | undefined): ValueReader {
  const read = valuesReader(selectors)
  return (source) => read(source)[0] ?? null
}

export function conditionReader(condition: ValueCondition): (source: Source) => boolean {
  const read = valuesReader(condition)
  const allowed = textsOf(condition.is)
  return (source) => read(source).some((value) => allowed.includes(value))
}

/** A scalar or a list of scalars, as texts. */
export function textsOf(value: Scalar | readonly Scalar[]): readonly string[] {
  return [value].flat().map(String)
}

/** The texts, numbers and truth values among JSON values, as texts. */
export function scalarsIn(values: readonly unknown[]): readonly string[] {
  const all = values.flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]))
  return all.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)).map(String)
}

function selectorReader(selector: Selector): ValuesReader {
  const read = sourceReader(selector)
  const pattern = selector.pattern === undefined ? null : compilePattern(selector.pattern)
  const decode = DECODERS[selector.decode ?? 'none']
  return (source) => {
    const found = read(source)
    const refined = pattern === null ? found : found.map((value) => pattern.find(value))
    return refined.map((value) => (value === null ? null : decode(value))).filter((value) => value !== null)
  }
}

function sourceReader({ query, form, path, header }: Selector): ValuesReader {
  if (query !== undefined) return (source) => source.query(query)
  if (form !== undefined) return (source) => source.form(form)
  if (header !== undefined) return (source) => [source.header(header.toLowerCase())].filter((value) => value !== null)
  if (path === undefined) return ({ body }) => [body]
  const find = compileJsonPath(path)
  return ({ json }) => scalarsIn(find(json))
}

const DECODERS: Readonly<Record<'none' | NonNullable<Selector['decode']>, (text: string) => string | null>> = {
  none: (text) => text,
  'utf8-hex': (text) => bytesOf(text, 2)?.toString('utf8') ?? null,
  'utf16-hex': (text) => bytesOf(text, 4)?.swap16().toString('utf16le') ?? null,
  xml: unescapeXml,
}

function bytesOf(hex: string, digitsPerUnit: number): Buffer | null {
  return /^[0-9a-f]*$/i.test(hex) && hex.length % digitsPerUnit === 0 ? Buffer.from(hex, 'hex') : null
}

const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return XML_ENTITIES[String(name).toLowerCase()]!
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })
}
