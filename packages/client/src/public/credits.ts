import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf } from '../requests/operation.js'

const LEDGER = '/api/v1/account/credits/ledger'

export const credits = (connection: Connection) => ({
  /** The available credits, and the credits reserved for messages in flight. */
  balance: (options?: CallOptions) => connection.request('GET', '/api/v1/account/credits', options),

  /** Where the credits came from and went to, by cause, newest first. */
  ledger: (filter: QueryOf<typeof LEDGER> = {}, options?: CallOptions) =>
    connection.listByCursor(LEDGER, { ...options, query: filter }),
})
