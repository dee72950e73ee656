import type { AccountId, KeyUse, LoggedRequest, RequestLog, RequestQuery } from '@carillon/core'
import { by, downward, firstOf } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryRequestLog implements RequestLog {
  constructor(private readonly tables: Pick<Tables, 'apiKeys' | 'keyUses' | 'requests'>) {}

  async append(requests: readonly LoggedRequest[]) {
    for (const request of requests) if (!this.tables.requests.has(request)) this.tables.requests.put(request)
  }

  async list(account: AccountId, { failed, after, limit }: RequestQuery) {
    const found = this.tables.requests
      .of(account)
      .filter(({ status }) => !failed || (status !== null && status >= 400))
      .filter((request) => after === null || NEWEST_FIRST(after, request) < 0)
    return firstOf(found, NEWEST_FIRST, limit)
  }

  async noteUses(uses: readonly KeyUse[]) {
    for (const use of uses) {
      const isKey = this.tables.apiKeys.get(SERVICE, use.key)?.account === use.account
      const before = this.tables.keyUses.get(use.account, use.key)
      if (isKey && (before === undefined || before.at < use.at)) this.tables.keyUses.put(use)
    }
  }

  async lastUses(account: AccountId) {
    return new Map(this.tables.keyUses.of(account).map(({ key, at }) => [key, at]))
  }

  async trim(account: AccountId, until: Date, limit: number) {
    const old = this.tables.requests
      .of(account)
      .filter(({ at }) => at <= until)
      .sort(by(({ at }) => at))
      .slice(0, limit)
    for (const { id } of old) this.tables.requests.remove(account, id)
    return old.length
  }
}

const NEWEST_FIRST = downward<Pick<LoggedRequest, 'at' | 'id'>>(
  by(
    ({ at }) => at,
    ({ id }) => id,
  ),
)
