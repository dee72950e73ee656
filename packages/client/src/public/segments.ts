import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf, Schema } from '../requests/operation.js'

const SEGMENTS = '/api/v1/segments'
const ONE = `${SEGMENTS}/{segmentId}` as const

export const segments = (connection: Connection) => ({
  /** The segments, newest first. */
  list: (filter: QueryOf<typeof SEGMENTS> = {}, options?: CallOptions) =>
    connection.list(SEGMENTS, { ...options, query: filter }),

  byId: (segmentId: string, options?: CallOptions) =>
    connection.request('GET', ONE, { ...options, params: { segmentId } }),

  /** Saves a filter under a name. */
  create: (fields: Schema<'SegmentFields'>, options?: CallOptions) =>
    connection.request('POST', SEGMENTS, { ...options, body: fields }),

  /** Omitted fields stay unchanged. A filter is replaced as a whole. */
  update: (segmentId: string, fields: Schema<'SegmentPatchFields'>, options?: CallOptions) =>
    connection.request('PATCH', ONE, { ...options, params: { segmentId }, body: fields }),

  /** Removes a segment that no schedule and no other segment uses. */
  remove: (segmentId: string, options?: CallOptions) =>
    connection.request('DELETE', ONE, { ...options, params: { segmentId } }),

  /** How many contacts are in the segment now, and how many of them may be texted. */
  count: (segmentId: string, options?: CallOptions) =>
    connection.request('GET', `${ONE}/count`, { ...options, params: { segmentId } }),
})
