import type { MessageView } from '@carillon/core'
import { recordWriterOf } from '../contact-imports/csv-record.js'
import { messageResponse } from './messages.js'

export const LINE_TYPES = ['text/csv', 'application/x-ndjson'] as const
export type LineType = (typeof LINE_TYPES)[number]

type Steps = AsyncGenerator<readonly MessageView[]>

type LineOptions = {
  readonly type: LineType
  /** The query parameter, which only changes CSV. */
  readonly spreadsheet: string | undefined
}

/** The messages as a file. Reads the first step immediately, so that a refusal can still become an error response. */
export async function linesOf({ type, spreadsheet }: LineOptions, steps: Steps): Promise<AsyncGenerator<string>> {
  const first = await steps.next()
  return type === 'text/csv' ? csvOf(first, steps, recordWriterOf(spreadsheet)) : jsonOf(first, steps)
}

type First = IteratorResult<readonly MessageView[], unknown>

const COLUMNS = [
  'id',
  'direction',
  'to',
  'from',
  'body',
  'mediaUrl',
  'status',
  'errorType',
  'errorMessage',
  'sentAt',
  'deliveredAt',
  'createdAt',
] as const satisfies readonly (keyof MessageView)[]

/** By default, values are exact, because programs would read a mark as part of the text. */
async function* csvOf(first: First, rest: Steps, recordOf: (cells: readonly string[]) => string) {
  yield recordOf(COLUMNS)
  for await (const messages of chained(first, rest)) {
    yield messages.map((message) => recordOf(COLUMNS.map((name) => message[name] ?? ''))).join('')
  }
}

async function* jsonOf(first: First, rest: Steps) {
  for await (const messages of chained(first, rest)) {
    yield messages.map((message) => `${JSON.stringify(messageResponse(message))}\n`).join('')
  }
}

async function* chained(first: First, rest: Steps) {
  if (first.done) return
  yield first.value
  yield* rest
}
