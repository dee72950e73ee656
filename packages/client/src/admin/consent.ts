import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { Schema } from '../requests/operation.js'
import { ACCOUNT } from './accounts.js'

export type OneComparison = {
  readonly account: string
  /** The name of the carrier in the file of carriers. */
  readonly carrier: string
}

export const consent = (connection: Connection) => ({
  /**
   * Compares the carrier's own list of opt-outs with those of the account. Yields lines while the comparison runs: the
   * numbers that have opted out on one side only, the totals so far, and finally the totals.
   */
  drift({ account, carrier }: OneComparison, options?: CallOptions) {
    const sent = { params: { name: account }, query: { carrier }, accept: 'application/x-ndjson' } as const
    return connection.lines<Schema<'DriftLine'>>('GET', `${ACCOUNT}/consent/drift`, { ...options, ...sent })
  },
})
