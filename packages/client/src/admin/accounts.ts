import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf, Schema } from '../requests/operation.js'

export const ACCOUNT = '/admin/v1/accounts/{name}'

type ApplyOptions = CallOptions & {
  /** Whether to remove what the declaration omits. */
  readonly prune?: boolean
}

/** Makes an account match the declaration. */
export const apply =
  (connection: Connection) =>
  async (declaration: Schema<'Declaration'>, { prune = false, ...options }: ApplyOptions = {}) => {
    const query = { prune }
    const answer = await connection.request('POST', '/admin/v1/apply', { ...options, query, body: declaration })
    return answer as Schema<'AppliedAccount'>
  }

/** Returns what `apply` would change, and changes nothing. */
export const plan =
  (connection: Connection) =>
  async (declaration: Schema<'Declaration'>, { prune = false, ...options }: ApplyOptions = {}) => {
    const query = { prune, dryRun: true }
    const answer = await connection.request('POST', '/admin/v1/apply', { ...options, query, body: declaration })
    return answer as Schema<'PlannedAccount'>
  }

export const accounts = (connection: Connection) => ({
  list: (options?: CallOptions) => connection.request('GET', '/admin/v1/accounts', options),
})

export const keys = (connection: Connection) => ({
  /** Only this response contains the secret. */
  create: (account: string, fields: Schema<'NewApiKeyFields'> = {}, options?: CallOptions) =>
    connection.request('POST', `${ACCOUNT}/keys`, { ...options, params: { name: account }, body: fields }),

  /** The keys without their secrets, with their last uses. */
  list: (account: string, options?: CallOptions) =>
    connection.request('GET', `${ACCOUNT}/keys`, { ...options, params: { name: account } }),

  revoke: ({ account, keyId }: { readonly account: string; readonly keyId: string }, options?: CallOptions) =>
    connection.request('DELETE', `${ACCOUNT}/keys/{keyId}`, { ...options, params: { name: account, keyId } }),
})

export const requests = (connection: Connection) => ({
  /** What the clients of an account have requested in the last seven days, newest first. */
  list: (account: string, filter: QueryOf<`${typeof ACCOUNT}/requests`> = {}, options?: CallOptions) =>
    connection.listByCursor(`${ACCOUNT}/requests`, { ...options, params: { name: account }, query: filter }),
})

export const credits = (connection: Connection) => ({
  grant: (account: string, amounts: Schema<'CreditFields'>, options?: CallOptions) =>
    connection.request('POST', `${ACCOUNT}/credits`, { ...options, params: { name: account }, body: amounts }),
})
