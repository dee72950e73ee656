import { causeOf, type AccountId, type LedgerLine, type LedgerQuery } from '@carillon/core'
import { rowsOf, type Database } from '../sql/sql.js'

/**
 * The entries of one cause have ids with a common beginning, and later causes have later ids. So the primary key leads
 * from one cause to the next without reading the entries between: a broadcast can have thousands.
 */
export async function ledgerLines(
  trx: Database,
  account: AccountId,
  { cause, after, limit }: LedgerQuery,
): Promise<readonly LedgerLine[]> {
  // No character of an id sorts after a tilde.
  const before = after === null ? 'led_~' : `led_${after.slice('led_'.length)}`
  const filter = cause === null ? '' : FILTERS[cause]
  return (await rowsOf<LineRow>(trx, listing(filter), { account, before, limit })).map(fromRow)
}

/** Each has an index of its own. */
const FILTERS = {
  grant: ` and reference = 'grant'`,
  broadcast: ` and reference >= 'b' and reference < 'c'`,
} as const

const START_LENGTH = 'led_'.length + 26

const newestCause = (before: string, filter: string) => `
      select left(id, ${START_LENGTH}) as start
        from ledger_entry
       where account_id = :account and id < ${before}${filter}
       order by id desc
       limit 1`

const listing = (filter: string) => `
  with recursive cause as (
    (${newestCause(':before', filter)}
    )
    union all
    select following.start
      from cause
     cross join lateral (${newestCause('cause.start', filter)}
     ) as following
  ),
  listed as (
    select start from cause limit :limit
  )
  select listed.start, entries.*
    from listed
   cross join lateral (
     select max(reference) as reference, min(at) as first_at, max(at) as last_at, ${sums()}
       from ledger_entry
      where account_id = :account and id >= listed.start and id < listed.start || '~'
   ) as entries
   order by listed.start desc`

function sums(): string {
  const PARTS = {
    granted: `from_place = 'operator'`,
    reserved: `to_place = 'reserved'`,
    spent: `to_place = 'spent'`,
    released: `from_place = 'reserved' and to_place = 'available'`,
  }
  return Object.entries(PARTS)
    .flatMap(([name, condition]) =>
      ['sms', 'mms'].map(
        (unit) =>
          `coalesce(sum(amount) filter (where unit = '${unit}' and ${condition}), 0)::bigint as ${name}_${unit}`,
      ),
    )
    .join(', ')
}

type LineRow = {
  readonly start: string
  readonly reference: string
  readonly first_at: Date
  readonly last_at: Date
} & {
  readonly [name in `${'granted' | 'reserved' | 'spent' | 'released'}_${'sms' | 'mms'}`]: string
}

function fromRow(row: LineRow): LedgerLine {
  const cause = causeOf(row.reference)
  return {
    id: cause === 'grant' ? row.start : row.reference,
    cause,
    firstAt: row.first_at,
    lastAt: row.last_at,
    granted: { sms: Number(row.granted_sms), mms: Number(row.granted_mms) },
    reserved: { sms: Number(row.reserved_sms), mms: Number(row.reserved_mms) },
    spent: { sms: Number(row.spent_sms), mms: Number(row.spent_mms) },
    released: { sms: Number(row.released_sms), mms: Number(row.released_mms) },
  }
}
