/** One record of a CSV file, with the line on which it begins. */
export type CsvRow =
  { readonly line: number; readonly cells: readonly string[] } | { readonly line: number; readonly fault: string }

/** How the cells of a file are separated, and its text is encoded. */
export type CsvFormat = { readonly delimiter: string; readonly encoding: string }

type ReadOptions = Partial<CsvFormat> & {
  /** Throws `onBadText()` if the file is not in its encoding, instead of replacing what cannot be read. */
  readonly onBadText?: () => Error
}

export const RECORD_LENGTH_MAX = 10_240

/**
 * Parses an RFC 4180 file as it arrives, keeping only an unfinished record. Quoted cells may contain line breaks, lines
 * end in LF or CRLF, and a BOM and empty lines are skipped. A malformed line is reported as a fault, and reading
 * continues with the next line: a quote that is never closed affects only its line.
 */
export async function* csvRows(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter = ',', encoding = 'utf-8', onBadText }: ReadOptions = {},
): AsyncGenerator<readonly CsvRow[]> {
  const decode = decoderOf(encoding, onBadText)
  const reader = new CsvReader(delimiter)
  for await (const chunk of chunks) yield reader.read(decode(chunk))
  yield reader.end(decode())
}

function decoderOf(encoding: string, onBadText: ReadOptions['onBadText']): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: onBadText !== undefined })
  return (chunk) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch (error) {
      throw onBadText?.() ?? error
    }
  }
}

/** The rows of all chunks in batches of `length`; the last batch may be shorter. */
export async function* inBatches<T>(chunks: AsyncIterable<readonly T[]>, length: number): AsyncGenerator<readonly T[]> {
  let step: T[] = []
  for await (const chunk of chunks) {
    for (const item of chunk) {
      step.push(item)
      if (step.length < length) continue
      yield step
      step = []
    }
  }
  if (step.length > 0) yield step
}

class CsvReader {
  /** The start of a record whose end has not arrived yet. */
  private rest = ''
  private line = 1
  /** True inside a line that is too long to keep. */
  private skipping = false

  constructor(private readonly delimiter: string) {}

  read(text: string): readonly CsvRow[] {
    const rows: CsvRow[] = []
    const all = this.rest + text
    let start = 0
    while (start < all.length) {
      const next = this.readOne(all, start, false, rows)
      if (next === start) break
      start = next
    }
    this.rest = all.slice(start)
    return rows
  }

  end(text: string): readonly CsvRow[] {
    const rows = [...this.read(text)]
    const all = this.rest
    for (let start = 0; start < all.length;) start = this.readOne(all, start, true, rows)
    this.rest = ''
    return rows
  }

  /** Reads the record at `start`. Returns the start of the next record, or `start` if this one is incomplete. */
  private readOne(text: string, start: number, isLast: boolean, rows: CsvRow[]): number {
    const feed = text.indexOf('\n', start)
    if (feed === -1 && !isLast) return this.awaitFeed(text, start, rows)
    const next = feed === -1 ? text.length : feed + 1
    if (this.skipping) {
      this.skipping = false
      this.line++
      return next
    }
    const end = feed > start && text.charCodeAt(feed - 1) === CR ? feed - 1 : feed === -1 ? text.length : feed
    if (end - start > RECORD_LENGTH_MAX) return this.fault(TOO_LONG, next, rows)
    const plain = text.slice(start, end)
    if (plain.includes('"')) return this.readQuoted(text, { start, next, isLast }, rows)
    if (plain !== '') rows.push(rowOf(this.line, plain.split(this.delimiter)))
    this.line++
    return next
  }

  private awaitFeed(text: string, start: number, rows: CsvRow[]): number {
    if (!this.skipping && text.length - start <= RECORD_LENGTH_MAX) return start
    if (!this.skipping) rows.push({ line: this.line, fault: TOO_LONG })
    this.skipping = true
    return text.length
  }

  private readQuoted(text: string, { start, next, isLast }: Place, rows: CsvRow[]): number {
    const record = readRecord(text, { start, isLast, delimiter: this.delimiter })
    if (record === 'unfinished') {
      const mayGoOn = !isLast && text.length - start <= RECORD_LENGTH_MAX
      return mayGoOn ? start : this.fault(UNCLOSED, next, rows)
    }
    if (record === 'malformed') return this.fault('has a quote in the wrong place', next, rows)
    if (record.end - start > RECORD_LENGTH_MAX) return this.fault(UNCLOSED, next, rows)
    rows.push(rowOf(this.line, record.cells))
    this.line += feedsIn(text, start, record.end)
    return record.end
  }

  private fault(fault: string, next: number, rows: CsvRow[]): number {
    rows.push({ line: this.line, fault })
    this.line++
    return next
  }
}

type Place = { readonly start: number; readonly next: number; readonly isLast: boolean }

const CR = 13
const UNCLOSED = `has a quote that is not closed within ${RECORD_LENGTH_MAX} characters`
const TOO_LONG = `is longer than ${RECORD_LENGTH_MAX} characters`
const NOT_UTF_8 = '\uFFFD'

function rowOf(line: number, cells: readonly string[]): CsvRow {
  return cells.some((cell) => cell.includes(NOT_UTF_8))
    ? { line, fault: 'has bytes that are not UTF-8' }
    : { line, cells }
}

type CsvRecord = { readonly cells: readonly string[]; readonly end: number }

/** Reads a record that contains quotes. `end` is the start of the next record. */
function readRecord(
  text: string,
  { start, isLast, delimiter }: { readonly start: number; readonly isLast: boolean; readonly delimiter: string },
): CsvRecord | 'unfinished' | 'malformed' {
  const cells: string[] = []
  for (let at = start; ;) {
    const cell = text[at] === '"' ? readQuotedCell(text, at) : readPlainCell(text, at, delimiter)
    if (typeof cell === 'string') return cell
    cells.push(cell.value)
    at = cell.end
    if (text[at] === delimiter) at++
    else if (text[at] === '\n') return { cells, end: at + 1 }
    else if (text.startsWith('\r\n', at)) return { cells, end: at + 2 }
    else if (at < text.length - 1 || (at < text.length && text[at] !== '\r')) return 'malformed'
    else return isLast ? { cells, end: text.length } : 'unfinished'
  }
}

type Cell = { readonly value: string; readonly end: number }

function readQuotedCell(text: string, start: number): Cell | 'unfinished' {
  let value = ''
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return 'unfinished'
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}

function readPlainCell(text: string, start: number, delimiter: string): Cell | 'malformed' {
  const feed = text.indexOf('\n', start)
  const line = feed === -1 ? text.length : feed > start && text.charCodeAt(feed - 1) === CR ? feed - 1 : feed
  const comma = text.indexOf(delimiter, start)
  const end = comma === -1 || comma > line ? line : comma
  const value = text.slice(start, end)
  return value.includes('"') ? 'malformed' : { value, end }
}

function feedsIn(text: string, start: number, end: number): number {
  let feeds = 0
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) feeds++
  return feeds
}
