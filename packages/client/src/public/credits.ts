import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'

export const credits = (connection: Connection) => ({
  /** The available credits, and the credits reserved for messages in flight. */
  balance: (options?: CallOptions) => connection.request('GET', '/api/v1/account/credits', options),
})
