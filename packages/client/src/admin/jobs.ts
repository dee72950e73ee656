import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf } from '../requests/operation.js'
import { ACCOUNT } from './accounts.js'

export const jobs = (connection: Connection) => ({
  /** The jobs that failed too often to be retried automatically, newest first. */
  dead: (account: string, filter: QueryOf<`${typeof ACCOUNT}/jobs/dead`> = {}, options?: CallOptions) =>
    connection.list(`${ACCOUNT}/jobs/dead`, { ...options, params: { name: account }, query: filter }),

  retry: ({ account, jobId }: { readonly account: string; readonly jobId: string }, options?: CallOptions) =>
    connection.request('POST', `${ACCOUNT}/jobs/dead/{jobId}/retry`, { ...options, params: { name: account, jobId } }),
})
