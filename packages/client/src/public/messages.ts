import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf, Schema } from '../requests/operation.js'

const MESSAGES = '/api/v1/messaging/message'

export const messages = (connection: Connection) => ({
  /** Texts one person. A call sends at most once, even if it is retried. */
  send: (message: Schema<'SendFields'>, options?: CallOptions) =>
    connection.request('POST', MESSAGES, { ...options, body: message }),

  byId: (messageId: string, options?: CallOptions) =>
    connection.request('GET', `${MESSAGES}/{messageId}`, { ...options, params: { messageId } }),

  /** Outbound and inbound messages, newest first. */
  list: (filter: QueryOf<typeof MESSAGES> = {}, options?: CallOptions) =>
    connection.list(MESSAGES, { ...options, query: filter }),

  /** The clicks on the tracking links of one message. */
  clicks: (messageId: string, options?: CallOptions) =>
    connection.request('GET', `${MESSAGES}/{messageId}/clicks`, { ...options, params: { messageId } }),
})

export const previews = (connection: Connection) => {
  type Fields =
    | Schema<'MessagePreviewFields'>
    | Schema<'BroadcastPreviewFields'>
    | Schema<'BatchPreviewFields'>
    | Schema<'SchedulePreviewFields'>
  const preview = (body: Fields, options?: CallOptions) =>
    connection.request('POST', '/api/v1/messaging/preview', { ...options, body })
  return {
    /** What `messages.send` would do with the same fields; nothing is sent or charged. */
    message: (request: Schema<'SendFields'>, options?: CallOptions) => preview({ kind: 'message', request }, options),

    broadcast: (request: Schema<'BroadcastFields'>, options?: CallOptions) =>
      preview({ kind: 'broadcast', request }, options),

    batch: (request: Schema<'BatchFields'>, options?: CallOptions) => preview({ kind: 'batch', request }, options),

    /** Previews a schedule as if it were due now. */
    schedule: (request: Schema<'SchedulePreviewFields'>['request'], options?: CallOptions) =>
      preview({ kind: 'schedule', request }, options),
  }
}
