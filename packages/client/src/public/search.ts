import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'

/** Finds a few contacts, groups, broadcasts and schedules by a text. */
export const search = (connection: Connection) => (text: string, options?: CallOptions) =>
  connection.request('GET', '/api/v1/search', { ...options, query: { q: text } })
