import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { Method, PathOf, QueryOf, Schema } from '../requests/operation.js'

const FAILURES = '/api/v1/messaging/broadcasts/{broadcastId}/failures'

/** Sends one body to many people. */
export const broadcasts = (connection: Connection) => ({
  /** Starts a broadcast, which then runs in the background. */
  start: (broadcast: Schema<'BroadcastFields'>, options?: CallOptions) =>
    connection.request('POST', '/api/v1/messaging/broadcast', { ...options, body: broadcast }),

  /** Broadcasts and batches, newest first. */
  list: (filter: QueryOf<'/api/v1/messaging/broadcasts'> = {}, options?: CallOptions) =>
    connection.listByCursor('/api/v1/messaging/broadcasts', { ...options, query: filter }),

  /** Why messages of a broadcast or batch failed, and how many. */
  failures: (broadcastId: string, options?: CallOptions) =>
    connection.request('GET', FAILURES, { ...options, params: { broadcastId } }),

  /** The messages that failed for one reason. */
  failed: (
    { broadcastId, errorType }: { readonly broadcastId: string; readonly errorType: string },
    filter: QueryOf<`${typeof FAILURES}/{errorType}`> = {},
    options?: CallOptions,
  ) =>
    connection.listByCursor(`${FAILURES}/{errorType}`, {
      ...options,
      params: { broadcastId, errorType },
      query: filter,
    }),

  ...bulk(connection, 'broadcast'),
})

/** Sends a separate body to each of many people. */
export const batches = (connection: Connection) => ({
  start: (batch: Schema<'BatchFields'>, options?: CallOptions) =>
    connection.request('POST', '/api/v1/messaging/batch', { ...options, body: batch }),

  ...bulk(connection, 'batch'),
})

function bulk<Kind extends 'broadcast' | 'batch'>(connection: Connection, kind: Kind) {
  const one = `/api/v1/messaging/${kind}/{broadcastId}` as const
  type MessageFilter = Omit<QueryOf<'/api/v1/messaging/broadcast/{broadcastId}/messages'>, 'page' | 'limit'>
  // Both kinds take the same input, but the compiler cannot know that while the kind is generic.
  const ask = <M extends Method, P extends PathOf<M>>(method: M, path: P, broadcastId: string, options?: CallOptions) =>
    connection.request(method, path, { ...options, params: { broadcastId } } as never)
  return {
    /** The state and progress of a broadcast or batch. */
    byId: (broadcastId: string, options?: CallOptions) => ask('GET', one, broadcastId, options),

    /** Skips all messages that are not yet being submitted. */
    cancel: (broadcastId: string, options?: CallOptions) => ask('POST', `${one}/cancel`, broadcastId, options),

    /** Submits no further message until it is resumed. */
    pause: (broadcastId: string, options?: CallOptions) => ask('POST', `${one}/pause`, broadcastId, options),

    resume: (broadcastId: string, options?: CallOptions) => ask('POST', `${one}/resume`, broadcastId, options),

    /** Sends again to the recipients of failed messages. Repeats return the same new broadcast or batch. */
    retry: (broadcastId: string, options?: CallOptions) => ask('POST', `${one}/retry`, broadcastId, options),

    /** The result of each message, page by page. */
    messages: (
      broadcastId: string,
      filter: QueryOf<'/api/v1/messaging/broadcast/{broadcastId}/messages'> = {},
      options?: CallOptions,
    ) => connection.list(`${one}/messages`, { ...options, params: { broadcastId }, query: filter }),

    /** All results in one streamed response, yielded as they arrive. */
    everyMessage: (broadcastId: string, filter: MessageFilter = {}, options?: CallOptions) =>
      connection.lines<Schema<'Message'>>('GET', `${one}/messages`, {
        ...options,
        params: { broadcastId },
        query: filter,
        accept: 'application/x-ndjson',
      }),

    /** All results, as the bytes of a CSV file. */
    messagesCsv: (broadcastId: string, filter: MessageFilter = {}, options?: CallOptions) =>
      connection.stream('GET', `${one}/messages`, {
        ...options,
        params: { broadcastId },
        query: filter,
        accept: 'text/csv',
      }),

    /** A summary of the clicks on the tracking links in the messages. */
    clicks: (broadcastId: string, options?: CallOptions) => ask('GET', `${one}/clicks`, broadcastId, options),

    /** The clicks on the tracking links in the messages, by recipient. */
    clickRecipients: (
      broadcastId: string,
      filter: QueryOf<'/api/v1/messaging/broadcast/{broadcastId}/clicks/recipients'> = {},
      options?: CallOptions,
    ) => connection.list(`${one}/clicks/recipients`, { ...options, params: { broadcastId }, query: filter }),
  }
}
