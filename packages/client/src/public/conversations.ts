import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf, Schema } from '../requests/operation.js'

const CONVERSATIONS = '/api/v1/conversations'
const ONE = `${CONVERSATIONS}/{conversationId}` as const

export const conversations = (connection: Connection) => ({
  /** By the newest text of the person, newest first. */
  list: (filter: QueryOf<typeof CONVERSATIONS> = {}, options?: CallOptions) =>
    connection.listByCursor(CONVERSATIONS, { ...options, query: filter }),

  byId: (conversationId: string, options?: CallOptions) =>
    connection.request('GET', ONE, { ...options, params: { conversationId } }),

  /** The texts in both directions, newest first. */
  messages: (conversationId: string, filter: QueryOf<`${typeof ONE}/messages`> = {}, options?: CallOptions) =>
    connection.listByCursor(`${ONE}/messages`, { ...options, params: { conversationId }, query: filter }),

  /** Closes or opens a conversation, or marks its texts as read. */
  update: (conversationId: string, fields: Schema<'ConversationFields'>, options?: CallOptions) =>
    connection.request('PATCH', ONE, { ...options, params: { conversationId }, body: fields }),
})
