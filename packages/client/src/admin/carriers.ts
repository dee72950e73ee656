import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { Schema } from '../requests/operation.js'

const CARRIERS = '/admin/v1/carriers'
const CARRIER = `${CARRIERS}/{carrier}` as const

export type OneCarrierTest = { readonly carrier: string; readonly reference: string }

export const carriers = (connection: Connection) => ({
  list: (options?: CallOptions) => connection.request('GET', CARRIERS, options),

  /** Asks the carrier about the credentials, the numbers and the webhooks. Sends no text. */
  check: (carrier: string, options?: CallOptions) =>
    connection.request('POST', `${CARRIER}/check`, { ...options, params: { carrier } }),

  /** Submits one text to this carrier. It belongs to no account, and no consent is checked. */
  test: (carrier: string, fields: Schema<'CarrierTestFields'>, options?: CallOptions) =>
    connection.request('POST', `${CARRIER}/tests`, { ...options, params: { carrier }, body: fields }),

  /** A test text, with its receipt once it has come. */
  testByReference: ({ carrier, reference }: OneCarrierTest, options?: CallOptions) =>
    connection.request('GET', `${CARRIER}/tests/{reference}`, { ...options, params: { carrier, reference } }),
})
