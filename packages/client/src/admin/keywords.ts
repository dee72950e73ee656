import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf } from '../requests/operation.js'
import { ACCOUNT } from './accounts.js'

export const keywords = (connection: Connection) => ({
  /** What a text from a phone would do. Nothing is stored or sent. */
  explain: (text: string, options?: CallOptions) =>
    connection.request('GET', '/admin/v1/keywords/explain', { ...options, query: { text } }),

  /** The texts that are not taken as STOP, and that may ask to opt out, newest first. */
  unmatched: (account: string, filter: QueryOf<`${typeof ACCOUNT}/keywords/unmatched`> = {}, options?: CallOptions) =>
    connection.list(`${ACCOUNT}/keywords/unmatched`, { ...options, params: { name: account }, query: filter }),
})
