import { invalidInput } from '@carillon/core'
import type { CsvFormat } from './csv-rows.js'

export type SniffedFile = {
  readonly format: CsvFormat & { readonly hasMark: boolean }
  /** All chunks of the file, from its beginning. */
  readonly chunks: AsyncGenerator<Uint8Array>
}

/** How much of a file is looked at. */
const HEAD_LENGTH = 64 * 1024
const DELIMITERS = [',', ';', '\t', '|'] as const

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Finds out how a file is written from its beginning. Spreadsheet programs write a byte order mark, or UTF-8 without
 * one, or else the encoding of Western Windows, and separate cells by what is usual in the country of the person.
 */
export async function sniffCsv(chunks: AsyncGenerator<Uint8Array>): Promise<SniffedFile> {
  const head: Uint8Array[] = []
  for (let length = 0; length < HEAD_LENGTH;) {
    const { value, done } = await chunks.next()
    if (done === true) break
    head.push(value)
    length += value.length
  }
  const bytes = Buffer.concat(head)
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))
  const encoding = marked?.[0] ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  if (marked === undefined && bytes.includes(0))
    throw invalidInput('file', 'is not a text file: export the table as CSV')
  const text = new TextDecoder(encoding).decode(bytes, { stream: true })
  const format = { delimiter: delimiterOf(text), encoding, hasMark: marked !== undefined }
  return { format, chunks: joined(head, chunks) }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // `stream`: the head may end inside a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The separator that the header has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const [header = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

async function* joined(head: readonly Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* head
  yield* rest
}
