import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf } from '../requests/operation.js'

const STATISTICS = '/api/v1/account/statistics'

export const statistics = (connection: Connection) => ({
  /** What was sent and what happened to it, day by day. */
  read: (days: QueryOf<typeof STATISTICS> = {}, options?: CallOptions) =>
    connection.request('GET', STATISTICS, { ...options, query: days }),
})
