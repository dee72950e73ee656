import { invalidInput, isStorable, type CursorPage, type CursorRequest, type FieldRule } from '@carillon/core'
import { Count, LIMIT_DEFAULT, LIMIT_MAX, Parameter } from './query.js'

const CURSOR: FieldRule = {
  holds: (text) => /^[\w-]{1,400}$/.test(text),
  expected: 'must be the nextCursor of an earlier response to the same request',
}

/** The query parameters of a list that is read by cursor. */
export class CursorQuery {
  @Count({})
  limit = LIMIT_DEFAULT

  @Parameter(CURSOR) cursor?: string
}

/** A limit above the maximum becomes the maximum. */
export function cursorRequestOf({ limit, cursor }: CursorQuery): CursorRequest {
  return { cursor: cursor ? decoded(cursor) : null, limit: Math.min(limit, LIMIT_MAX) }
}

export function cursorPageOf<T, U>({ results, nextCursor }: CursorPage<T>, responseOf: (item: T) => U): CursorPage<U> {
  return { results: results.map(responseOf), nextCursor: nextCursor && encoded(nextCursor) }
}

/** Clients treat a cursor as opaque, so that its meaning can change. */
function encoded(cursor: string): string {
  return Buffer.from(cursor).toString('base64url')
}

function decoded(text: string): string {
  const cursor = Buffer.from(text, 'base64url').toString()
  if (encoded(cursor) !== text || !isStorable(cursor)) throw invalidInput('cursor', CURSOR.expected)
  return cursor
}
