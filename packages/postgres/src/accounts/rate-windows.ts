import { isoOf, RATE_WINDOW_MS, type AccountId, type Bucket } from '@carillon/core'
import { byPlacement } from '../placements/by-placement.js'
import { namingAccounts } from '../placements/naming-accounts.js'
import { compareTexts } from '../sql/compare-texts.js'
import { preparedRowsTogether, type Together } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import type { Statement } from '../sql/sql.js'

/** How many of the `wanted` requests may be made. */
export type WindowQuestion = {
  readonly account: AccountId
  readonly bucket: Bucket
  readonly limit: number
  readonly now: Date
  readonly wanted: number
}

export type WindowAnswer = {
  readonly granted: number
  /** The number of instants in the window, including those that were granted. */
  readonly size: number
  /** The oldest among the newest `limit` instants. */
  readonly oldest: Date | null
}

type WindowRow = WindowAnswer & { readonly n: number }

/**
 * Asks for several windows in one statement for each placement. They must be different ones. The answer is null for a window that another
 * transaction has just created: it has to be asked for again.
 */
export async function askWindows(
  database: Together,
  questions: readonly WindowQuestion[],
): Promise<readonly (WindowAnswer | null)[]> {
  const rows = questions.map((question, n) => ({ account: question.account, row: toRow(question, n) }))
  const statements = byPlacement(database, rows).map((some) => statementOf(some.map(({ row }) => row)))
  const answers = (await preparedRowsTogether<WindowRow>(database, statements)).flat()
  const byNumber = new Map(answers.map((answer) => [answer.n, answer]))
  return questions.map((_, n) => byNumber.get(n) ?? null)
}

function statementOf(rows: readonly ReturnType<typeof toRow>[]): Statement {
  // The windows are locked in this order.
  const sorted = rows.toSorted(
    (one, other) => compareTexts(one.account_id, other.account_id) || compareTexts(one.bucket, other.bucket),
  )
  const accounts = [...new Set(rows.map(({ account_id }) => account_id))]
  return { sql: TAKE, bindings: { accounts, ...ASKED.of(sorted) } }
}

function toRow({ account, bucket, limit, now, wanted }: WindowQuestion, n: number) {
  const expired = new Date(now.getTime() - RATE_WINDOW_MS)
  return { n, account_id: account, bucket, most: limit, now: isoOf(now), expired: isoOf(expired), wanted }
}

const ASKED = recordset<ReturnType<typeof toRow>>('asked', {
  n: 'integer',
  account_id: 'text',
  bucket: 'text',
  most: 'integer',
  now: 'timestamptz',
  expired: 'timestamptz',
  wanted: 'integer',
})

const sizeOf = (granted: string) => `cardinality(${granted}) - width_bucket(expired, ${granted})`

const viewOf = (granted: string) =>
  `${sizeOf(granted)} as size, ${granted}[cardinality(${granted}) - least(${sizeOf(granted)}, most) + 1] as oldest`

/**
 * Each window stores up to `most` instants of the newest allowed requests, in order. A concurrent statement waits for
 * the locks and then sees the new instants. The limit is exact even when the clocks of the processes differ: a window is
 * full if it contains `most` instants, wherever it begins.
 *
 * The commit does not wait for the disk: if the server crashes, only the requests of the last moments are lost.
 */
const TAKE = namingAccounts(
  (own) => `
  with quick as materialized (select set_config('synchronous_commit', 'off', true)),
  asked as materialized (select asked.* from quick, ${ASKED.sql}),
  locked as materialized (
    select asked.*, found.granted
      from asked
     cross join lateral (
             select granted
               from rate_window
              where ${own('rate_window')}rate_window.account_id = asked.account_id and rate_window.bucket = asked.bucket
                for no key update
           ) as found
  ),
  counted as materialized (
    select locked.*, greatest(0, least(wanted, most - (${sizeOf('granted')}))) as more from locked
  ),
  grown as materialized (
    select counted.*,
           (
             granted[1 : width_bucket(now, granted)] || array_fill(now, array[more])
             || granted[width_bucket(now, granted) + 1:]
           )[greatest(cardinality(granted) + more - most + 1, 1):] as newest
      from counted
     where more > 0
  ),
  taken as (
    update rate_window
       set granted = grown.newest
      from grown
     where ${own('rate_window')}rate_window.account_id = grown.account_id and rate_window.bucket = grown.bucket
  ),
  opened as (
    insert into rate_window (account_id, bucket, granted)
    select account_id, bucket, array_fill(now, array[least(wanted, most)])
      from asked
     where most > 0 and n not in (select n from locked)
        on conflict (account_id, bucket) do nothing
    returning account_id, bucket
  )
  select n, more as granted, ${viewOf('newest')} from grown
  union all
  select n, 0, ${viewOf('granted')} from counted where more = 0
  union all
  select n, least(wanted, most), least(wanted, most), now
    from asked join opened on opened.account_id = asked.account_id and opened.bucket = asked.bucket
  union all
  select n, 0, 0, null from asked where most = 0 and n not in (select n from locked)`,
)
