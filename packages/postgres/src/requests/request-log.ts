import {
  isoOf,
  type AccountId,
  type KeyUse,
  type LoggedRequest,
  type RequestLog,
  type RequestQuery,
} from '@carillon/core'
import { recordset } from '../sql/recordset.js'
import { byAccount, countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { trimStatement } from '../sql/trim-statement.js'

export class PostgresRequestLog implements RequestLog {
  constructor(private readonly trx: Database) {}

  async append(requests: readonly LoggedRequest[]): Promise<void> {
    for (const [account, some] of byAccount(requests)) {
      await run(this.trx, APPEND, { account, ...REQUESTS.of(some.map(toRow)) })
    }
  }

  async list(account: AccountId, { failed, after, limit }: RequestQuery): Promise<readonly LoggedRequest[]> {
    const filters = (failed ? ' and status >= 400' : '') + (after === null ? '' : ' and (at, id) < (:at, :id)')
    const bindings = { account, limit, ...(after && { at: after.at, id: after.id }) }
    return (await rowsOf<RequestRow>(this.trx, listing(filters), bindings)).map(fromRow)
  }

  async noteUses(uses: readonly KeyUse[]): Promise<void> {
    for (const [account, some] of byAccount(uses)) {
      const rows = some.map(({ key, at }) => ({ key_id: key, at: isoOf(at) }))
      await run(this.trx, NOTE_USES, { account, ...USES.of(rows) })
    }
  }

  async lastUses(account: AccountId): Promise<ReadonlyMap<string, Date>> {
    const rows = await rowsOf<{ key: string; at: Date }>(this.trx, LAST_USES, { account })
    return new Map(rows.map(({ key, at }) => [key, at]))
  }

  trim(account: AccountId, until: Date, limit: number): Promise<number> {
    return countOf(this.trx, TRIM, { account, until, limit })
  }
}

type RequestRow = {
  readonly account_id: AccountId
  readonly at: Date
  readonly id: string
  readonly key_id: string
  readonly method: string
  readonly route: string
  readonly status: number | null
  readonly ms: number
}

const REQUESTS = recordset<ReturnType<typeof toRow>>('request', {
  at: 'timestamptz',
  id: 'text',
  key_id: 'text',
  method: 'text',
  route: 'text',
  status: 'integer',
  ms: 'integer',
})

const APPEND = `
  insert into request_log (account_id, at, id, key_id, method, route, status, ms)
  select :account, request.at, request.id, request.key_id, request.method, request.route, request.status, request.ms
    from ${REQUESTS.sql}
      on conflict (account_id, at, id) do nothing`

const listing = (filters: string) => `
  select account_id, at, id, key_id, method, route, status, ms
    from request_log
   where account_id = :account${filters}
   order by at desc, id desc
   limit :limit`

const USES = recordset<{ key_id: string; at: string }>('used', { key_id: 'text', at: 'timestamptz' })

/** In the order of the keys, so that concurrent processes do not block each other. */
const NOTE_USES = `
  insert into api_key_use (account_id, key_id, last_at)
  select :account, used.key_id, used.at
    from ${USES.sql}
    join api_key on api_key.id = used.key_id and api_key.account_id = :account
   order by used.key_id collate "C"
      on conflict (account_id, key_id) do update
     set last_at = excluded.last_at
   where api_key_use.last_at < excluded.last_at`

const LAST_USES = 'select key_id as key, last_at as at from api_key_use where account_id = :account'

const TRIM = trimStatement({ table: 'request_log', key: ['at', 'id'], since: 'at' })

function toRow({ at, id, key, method, route, status, ms }: LoggedRequest) {
  return { at: isoOf(at), id, key_id: key, method, route, status, ms }
}

function fromRow({ account_id: account, key_id: key, ...same }: RequestRow): LoggedRequest {
  return { account, key, ...same }
}
