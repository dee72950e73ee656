import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf, Schema } from '../requests/operation.js'

const USERS = '/admin/v1/users'

/** The people who may use the dashboard. A user is addressed by id or by e-mail address. */
export const users = (connection: Connection) => ({
  /** Sorted by e-mail address. */
  list: (filter: QueryOf<typeof USERS> = {}, options?: CallOptions) =>
    connection.listByCursor(USERS, { ...options, query: filter }),

  /** Only this response contains the link, with which the person chooses a password within 24 hours. */
  invite: (fields: Schema<'NewUserFields'>, options?: CallOptions) =>
    connection.request('POST', USERS, { ...options, body: fields }),

  byId: (userId: string, options?: CallOptions) =>
    connection.request('GET', `${USERS}/{userId}`, { ...options, params: { userId } }),

  /** A change of the roles, or of `isOwner` or `isDisabled`, ends all sessions of the user. */
  change: (userId: string, fields: Schema<'UserPatchFields'>, options?: CallOptions) =>
    connection.request('PATCH', `${USERS}/{userId}`, { ...options, params: { userId }, body: fields }),

  /** Makes a link for a new password, or for an invitation that has expired. */
  reset: (userId: string, options?: CallOptions) =>
    connection.request('POST', `${USERS}/{userId}/reset`, { ...options, params: { userId } }),
})
