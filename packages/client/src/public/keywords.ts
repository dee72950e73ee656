import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'

export const keywords = (connection: Connection) => ({
  /** What a text from a phone would do. Nothing is stored or sent. */
  explain: (text: string, options?: CallOptions) =>
    connection.request('GET', '/api/v1/keywords/explain', { ...options, query: { text } }),
})
