import type { CallOptions } from '../client-options.js'
import type { Connection } from '../connection.js'

export const credits = (connection: Connection) => ({
  /** What is available, and what is reserved for messages on their way. */
  balance: (options?: CallOptions) => connection.request('GET', '/api/v1/account/credits', options),
})
