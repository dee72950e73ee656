import type { AccountId } from '../../values/ids.js'

/** A request of a client of an account. It has no bodies and no numbers: the route is the pattern of the path. */
export type LoggedRequest = {
  /** The id in the header `X-Request-Id`. */
  readonly id: string
  readonly account: AccountId
  readonly key: string
  readonly at: Date
  readonly method: string
  readonly route: string
  /** Null if the client disconnected before the response was complete. */
  readonly status: number | null
  readonly ms: number
}

/** The use of an API key at an instant. */
export type KeyUse = Pick<LoggedRequest, 'account' | 'key' | 'at'>

export type RequestQuery = {
  /** Only requests that were refused or failed: with a status of 400 or above. */
  readonly failed: boolean
  /** The last request of the previous step; null for the first step. */
  readonly after: Pick<LoggedRequest, 'at' | 'id'> | null
  readonly limit: number
}

/** What clients have requested lately. It is written by transactions of its own, which lock nothing else. */
export interface RequestLog {
  /** Skips requests that were added before. */
  append(requests: readonly LoggedRequest[]): Promise<void>
  /** Newest first, then by descending id. */
  list(account: AccountId, query: RequestQuery): Promise<readonly LoggedRequest[]>
  /** Notes the last use of each key, unless a later one is known. `uses` must not repeat a key. */
  noteUses(uses: readonly KeyUse[]): Promise<void>
  /** The last use of each key of the account that has been used. */
  lastUses(account: AccountId): Promise<ReadonlyMap<string, Date>>
  /** Deletes at most `limit` requests until the instant, inclusive, the oldest first. Returns how many. */
  trim(account: AccountId, until: Date, limit: number): Promise<number>
}
