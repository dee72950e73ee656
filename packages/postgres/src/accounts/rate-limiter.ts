import { RATE_WINDOW_MS, allowanceOf, refusedUntil, type Allowance, type RateLimiter } from '@carillon/core'
import type { Knex } from 'knex'
import { WRITES_ISO } from '../connection/output-format.js'
import { prefixOf, type InSchema } from '../connection/schema-name.js'
import { explainMissingTables, SERIALIZATION_FAILURE, sqlStateOf } from '../sql/sql-state.js'
import { rowsOf, type Bindings } from '../sql/sql.js'

type Request = Parameters<RateLimiter['take']>[0]

export class PostgresRateLimiter implements RateLimiter {
  /** A full window stays full until its oldest request expires, so a flood of requests does not reach the database. */
  private readonly fullUntilMs = new Map<string, number>()

  private readonly statement: string

  constructor(
    private readonly knex: Knex,
    private readonly options: InSchema = {},
  ) {
    this.statement = takeIn(prefixOf(options.schema))
  }

  async take({ account, bucket, limit, now }: Request): Promise<Allowance> {
    const nowMs = now.getTime()
    const key = `${account} ${bucket} ${limit}`
    const fullUntilMs = this.fullUntilMs.get(key)
    if (fullUntilMs !== undefined && nowMs < fullUntilMs) {
      return refusedUntil({ untilMs: fullUntilMs, limit, nowMs })
    }

    const expired = new Date(nowMs - RATE_WINDOW_MS)
    const [row] = await this.ask({ account, bucket, limit, now, expired })
    const window = windowOf(row, { limit, nowMs })
    const allowance = allowanceOf({ allowed: row?.allowed ?? false, window, limit, nowMs })
    if (allowance.allowed) this.fullUntilMs.delete(key)
    else this.remember(key, (window[0] ?? nowMs) + RATE_WINDOW_MS)
    return allowance
  }

  /**
   * If the host's sessions are serializable, the statement can fail; it is then repeated in a read committed
   * transaction.
   */
  private async ask(request: Bindings): Promise<readonly WindowRow[]> {
    try {
      return await rowsOf<WindowRow>(this.knex, this.statement, request)
    } catch (error) {
      if (sqlStateOf(error) !== SERIALIZATION_FAILURE) {
        throw explainMissingTables(error, this.options.schema)
      }
      return this.knex.transaction((trx) => rowsOf<WindowRow>(trx, this.statement, request))
    }
  }

  private remember(key: string, untilMs: number) {
    if (this.fullUntilMs.size >= REMEMBERED_MAX) this.fullUntilMs.clear()
    this.fullUntilMs.set(key, untilMs)
  }
}

const REMEMBERED_MAX = 10_000

/** `size`: the number of instants in the window; `oldest`: the oldest among the newest `limit` instants. */
type WindowRow = { readonly allowed: boolean; readonly size: number; readonly oldest: Date | null }

/**
 * Only the first instant and the size of a window are used, so the row contains no other instants. A refused request
 * waited for the requests that filled the window. Even if it does not see the last of these, the window is full.
 */
function windowOf(row: WindowRow | undefined, { limit, nowMs }: { limit: number; nowMs: number }): readonly number[] {
  const size = row?.allowed ? Math.min(row.size, limit) : limit
  return new Array<number>(size).fill(row?.oldest?.getTime() ?? nowMs)
}

const sizeOf = (granted: string) => `cardinality(${granted}) - width_bucket(:expired::timestamptz, ${granted})`

const viewOf = (granted: string) => `
  ${sizeOf(granted)} as size,
  ${granted}[cardinality(${granted}) - least(${sizeOf(granted)}, :limit::integer) + 1] as oldest`

/**
 * One statement and one round trip. The row contains up to `limit` instants of the newest allowed requests, in order; a
 * concurrent request waits for the row lock and then sees the new instants. The limit is exact even when the clocks of
 * the processes differ: a window is full if it contains `limit` instants, wherever it begins. So a request is allowed
 * when fewer instants are stored, or when the oldest of the newest `limit` instants has expired.
 *
 * The commit does not wait for the disk: if the server crashes, only the requests of the last moments are lost.
 */
const takeIn = (schema: string) => `
  with quick as materialized (
    select set_config('synchronous_commit', 'off', true), ${WRITES_ISO}
  ),
  taken as (
    insert into ${schema}rate_window as kept (account_id, bucket, granted)
    select :account, :bucket, array[:now::timestamptz]
      from quick
     where :limit::integer > 0
        on conflict (account_id, bucket) do update
       set granted = (
             kept.granted[:width_bucket(excluded.granted[1], kept.granted)]
             || excluded.granted
             || kept.granted[width_bucket(excluded.granted[1], kept.granted) + 1:]
           )[greatest(cardinality(kept.granted) + 2 - :limit::integer, 1):]
     where cardinality(kept.granted) < :limit::integer
        or kept.granted[cardinality(kept.granted) - :limit::integer + 1] <= :expired::timestamptz
    returning true as allowed, ${viewOf('kept.granted')}
  )
  select allowed, size, oldest from taken
  union all
  select false, ${viewOf('refusing.granted')}
    from ${schema}rate_window as refusing
   where refusing.account_id = :account and refusing.bucket = :bucket and not exists (select from taken)`
