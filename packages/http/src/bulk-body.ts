import { RECIPIENTS_RANGES, entriesExpected, invalidInput, type BroadcastKind } from '@carillon/core'
import type { Request } from 'express'
import { DEPTH_MAX, objectOf, readBytes, refuseUnstorable, tooDeep } from './body.js'
import type { Shape } from './checks.js'
import { HttpError, unavailable } from './problem.js'
import { readShape } from './shape.js'

const MEGABYTE = 1024 * 1024
export const BULK_LENGTHS_MAX: Record<BroadcastKind, number> = { broadcast: 16 * MEGABYTE, batch: 32 * MEGABYTE }

/** Bodies that are read or parsed at a time: each takes many times its length. */
export const BULK_READS_MAX = 4
const RETRY_AFTER_SECONDS = 2

/** Time for a body to arrive, since others wait for its place. */
const ARRIVAL_MS = 120_000

/** Several times what a request of the most recipients holds. */
const VALUES_MAX: Record<BroadcastKind, number> = {
  broadcast: 8 * RECIPIENTS_RANGES.broadcast.max,
  batch: 16 * RECIPIENTS_RANGES.batch.max,
}

export type ReadBulk = <T extends object>(req: Request, shape: Shape<T>, kind: BroadcastKind) => Promise<T>

/** Reads large bodies, a few at a time. The shape has a reader of its own for `recipients`. */
export function bulkReader({ arrivalMs = ARRIVAL_MS } = {}): ReadBulk {
  let reading = 0
  return async (req, shape, kind) => {
    if (reading === BULK_READS_MAX) {
      const message = `${BULK_READS_MAX} large requests are being read, and no more are taken at a time`
      throw unavailable(message, RETRY_AFTER_SECONDS)
    }
    reading++
    try {
      const bytes = await inTime(readBytes(req, ['application/json'], BULK_LENGTHS_MAX[kind]), arrivalMs)
      return readShape(shape, bytes.length === 0 ? {} : bodyOf(bytes, kind))
    } finally {
      reading--
    }
  }
}

async function inTime<T>(arrival: Promise<T>, arrivalMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    const message = `The body did not arrive within ${arrivalMs / 1_000} s`
    // Whatever still comes in is nobody's any more.
    timer = setTimeout(() => reject(new HttpError('too-slow', message, { Connection: 'close' })), arrivalMs)
  })
  try {
    return await Promise.race([arrival, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** The reader of `recipients` looks at each string in it, so that the walk need not go there. */
function bodyOf(bytes: Buffer, kind: BroadcastKind): Readonly<Record<string, unknown>> {
  refuseEndless(bytes, kind)
  const body = objectOf(bytes)
  const { recipients: _, ...envelope } = body
  refuseUnstorable(envelope, 'body')
  return body
}

/**
 * Counts before anything is parsed: a body of nothing but brackets would take fifty times its length in memory. What is
 * no JSON may be miscounted, and is refused either way.
 */
function refuseEndless(bytes: Buffer, kind: BroadcastKind) {
  let depth = 0
  let values = 1
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) i = endOfString(bytes, i)
    else if (byte === COMMA) values++
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      values++
      depth++
      if (depth > DEPTH_MAX) throw tooDeep()
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
  }
  if (values <= VALUES_MAX[kind]) return
  const expected = entriesExpected(RECIPIENTS_RANGES[kind])
  throw invalidInput('recipients', `${expected}, and the body has ${values} values in all`)
}

/** Where the closing quote stands, or past the end. */
function endOfString(bytes: Buffer, start: number): number {
  let i = start + 1
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
  return i
}

const [QUOTE, COMMA, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [...Buffer.from('",\\{}[]')]
