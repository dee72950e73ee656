import type { AccountId } from '../values/ids.js'

/** The user name of HTTP Basic authentication, and what is kept of its password. */
export type ApiKey = {
  /** Unique in the service. */
  readonly id: string
  readonly account: AccountId
  readonly secretHash: string
  readonly createdAt: Date
}
