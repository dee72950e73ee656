import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf } from '../requests/operation.js'

const LINKS = '/api/v1/links'

/** Tracking links, identified by name, such as `go.example.com/sale`. */
export const links = (connection: Connection) => ({
  list: (filter: QueryOf<typeof LINKS> = {}, options?: CallOptions) =>
    connection.list(LINKS, { ...options, query: filter }),

  /** The clicks on the link, by day. */
  clicks: (link: string, query: QueryOf<`${typeof LINKS}/{link}/clicks`> = {}, options?: CallOptions) =>
    connection.request('GET', `${LINKS}/{link}/clicks`, { ...options, params: { link }, query }),

  /** The clicks on the link, by recipient. */
  recipients: (link: string, filter: QueryOf<`${typeof LINKS}/{link}/recipients`> = {}, options?: CallOptions) =>
    connection.list(`${LINKS}/{link}/recipients`, { ...options, params: { link }, query: filter }),
})
