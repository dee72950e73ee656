import type { CallOptions } from '../client-options.js'
import type { Connection } from '../connection.js'
import type { Method, PathOf, QueryOf, Schema } from '../operation.js'

/** One body to many people. */
export const broadcasts = (connection: Connection) => ({
  /** Begins a broadcast, which is then run in the background. */
  start: (broadcast: Schema<'BroadcastFields'>, options?: CallOptions) =>
    connection.request('POST', '/api/v1/messaging/broadcast', { ...options, body: broadcast }),

  ...bulk(connection, 'broadcast'),
})

/** Many people, each with a body of its own. */
export const batches = (connection: Connection) => ({
  start: (batch: Schema<'BatchFields'>, options?: CallOptions) =>
    connection.request('POST', '/api/v1/messaging/batch', { ...options, body: batch }),

  ...bulk(connection, 'batch'),
})

function bulk<Kind extends 'broadcast' | 'batch'>(connection: Connection, kind: Kind) {
  const one = `/api/v1/messaging/${kind}/{broadcastId}` as const
  type MessageFilter = Omit<QueryOf<'/api/v1/messaging/broadcast/{broadcastId}/messages'>, 'page' | 'limit'>
  // What it takes is the same for both kinds, which the compiler cannot know before it knows the kind.
  const ask = <M extends Method, P extends PathOf<M>>(method: M, path: P, broadcastId: string, options?: CallOptions) =>
    connection.request(method, path, { ...options, params: { broadcastId } } as never)
  return {
    /** Where it stands. */
    byId: (broadcastId: string, options?: CallOptions) => ask('GET', one, broadcastId, options),

    /** Stops what is not yet being submitted. */
    cancel: (broadcastId: string, options?: CallOptions) => ask('POST', `${one}/cancel`, broadcastId, options),

    /** Sends anew to those whose message failed, as a broadcast or batch of its own. Asked again it is the same one. */
    retry: (broadcastId: string, options?: CallOptions) => ask('POST', `${one}/retry`, broadcastId, options),

    /** What became of each message, page by page. */
    messages: (
      broadcastId: string,
      filter: QueryOf<'/api/v1/messaging/broadcast/{broadcastId}/messages'> = {},
      options?: CallOptions,
    ) => connection.list(`${one}/messages`, { ...options, params: { broadcastId }, query: filter }),

    /** The same in one answer, one by one as they come. */
    everyMessage: (broadcastId: string, filter: MessageFilter = {}, options?: CallOptions) =>
      connection.lines<Schema<'Message'>>('GET', `${one}/messages`, {
        ...options,
        params: { broadcastId },
        query: filter,
        accept: 'application/x-ndjson',
      }),

    /** The same as the bytes of a CSV file. */
    messagesCsv: (broadcastId: string, filter: MessageFilter = {}, options?: CallOptions) =>
      connection.stream('GET', `${one}/messages`, {
        ...options,
        params: { broadcastId },
        query: filter,
        accept: 'text/csv',
      }),

    /** Who followed its tracking links, summed up. */
    clicks: (broadcastId: string, options?: CallOptions) => ask('GET', `${one}/clicks`, broadcastId, options),

    /** And one by one. */
    clickRecipients: (
      broadcastId: string,
      filter: QueryOf<'/api/v1/messaging/broadcast/{broadcastId}/clicks/recipients'> = {},
      options?: CallOptions,
    ) => connection.list(`${one}/clicks/recipients`, { ...options, params: { broadcastId }, query: filter }),
  }
}
