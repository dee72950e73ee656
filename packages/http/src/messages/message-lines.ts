import type { MessageView } from '@carillon/core'
import { recordOf } from '../contact-imports/csv-record.js'
import { messageResponse } from './messages.js'

export const LINE_TYPES = ['text/csv', 'application/x-ndjson'] as const
export type LineType = (typeof LINE_TYPES)[number]

type Steps = AsyncGenerator<readonly MessageView[]>

/** The messages as a file. Reads the first step immediately, so that a refusal can still become an error response. */
export async function linesOf(type: LineType, steps: Steps): Promise<AsyncGenerator<string>> {
  const first = await steps.next()
  return type === 'text/csv' ? csvOf(first, steps) : jsonOf(first, steps)
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

/**
 * Values are exact, even if they look like spreadsheet formulas. Programs would read an escaping quote as part of the
 * text, and the numbers in two of the columns begin with `+` anyway. The documentation tells spreadsheet users to
 * import the file as text.
 */
async function* csvOf(first: First, rest: Steps) {
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
