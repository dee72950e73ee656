import {
  messageIdAt,
  type AccountId,
  type BroadcastClicks,
  type BroadcastRange,
  type ClickDay,
  type ClickTotals,
  type DaySpan,
  type MessageId,
  type Page,
  type PageRequest,
  type RecipientClicks,
} from '@carillon/core'
import { pageOf } from '../sql/page-of.js'
import { rowsOf, type Bindings, type Database } from '../sql/sql.js'

/** Reads the clicks of many URLs. The totals of a link are summed over its days, which are few. */
export class PostgresClickStats {
  constructor(private readonly trx: Database) {}

  async knows(account: AccountId, link: string): Promise<boolean> {
    const [row] = await rowsOf<{ known: boolean }>(this.trx, KNOWS, { account, link })
    return row!.known
  }

  async totalsOf(account: AccountId, links: readonly string[]): Promise<ReadonlyMap<string, ClickTotals>> {
    const rows = await rowsOf<TotalsRow>(this.trx, TOTALS, { account, links })
    return new Map(rows.map((row) => [row.link, fromTotalsRow(row)]))
  }

  async sentOf(account: AccountId, link: string): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(this.trx, SENT, { account, link })
    return row!.count
  }

  async days(account: AccountId, link: string, { from, to }: DaySpan): Promise<readonly ClickDay[]> {
    const rows = await rowsOf<DayRow>(this.trx, DAYS, { account, link, from, to })
    return rows.map(({ day, ...counts }) => ({ day, ...numbersOf(counts) }))
  }

  recipientsOf(account: AccountId, link: string, page: PageRequest): Promise<Page<RecipientClicks>> {
    return this.recipients(FOLLOWERS, { account, link }, page)
  }

  async ofBroadcast(broadcast: BroadcastRange): Promise<BroadcastClicks> {
    const rows = await rowsOf<BroadcastRow>(this.trx, OF_BROADCAST, rangeOf(broadcast))
    const links = rows.flatMap(({ link, sent, ...row }) =>
      link === null ? [] : [{ link, sent: Number(sent), ...fromTotalsRow(row) }],
    )
    return { recipients: Number(rows.find(({ link }) => link === null)?.recipients ?? 0), links }
  }

  recipientsOfBroadcast(
    broadcast: BroadcastRange,
    { link, ...page }: PageRequest & { readonly link: string | null },
  ): Promise<Page<RecipientClicks>> {
    const bindings = rangeOf(broadcast)
    return link === null
      ? this.recipients(CLICKERS, bindings, page)
      : this.recipients(CLICKERS_OF_LINK, { ...bindings, link }, page)
  }

  private recipients({ counting, listing }: Statements, bindings: Bindings, page: PageRequest) {
    return pageOf(this.trx, { counting, listing, bindings, fromRow: fromRecipientRow }, page)
  }
}

type Statements = { readonly counting: string; readonly listing: string }

type VisitorsRow = { readonly people: string; readonly bots: string; readonly repeats: string }

type CountsRow = VisitorsRow & { readonly recipients: string }

type DayRow = CountsRow & { readonly day: string }

type SpanRow = { readonly first_at: Date | null; readonly last_at: Date | null }

type TotalsRow = CountsRow & SpanRow & { readonly link: string }

type BroadcastRow = CountsRow & SpanRow & { readonly link: string | null; readonly sent: string }

type RecipientRow = VisitorsRow & {
  readonly message_id: MessageId
  readonly to_number: string | null
  readonly first_at: Date
  readonly last_at: Date
}

/** The message ids of a broadcast sort by position. */
function rangeOf({ account, id, total }: BroadcastRange) {
  return { account, first: messageIdAt(id, 0), end: messageIdAt(id, total) }
}

const KNOWS = `
  select exists (select from click_count where account_id = :account and link = :link)
      or exists (select from click_day where account_id = :account and link = :link) as known`

const TOTALS = `
  select link, sum(people) as people, sum(bots) as bots, sum(repeats) as repeats,
         sum(recipients) as recipients,
         min(first_at) as first_at, max(last_at) as last_at
    from click_day
   where account_id = :account and link = any (:links::text[])
   group by link
  having sum(people + bots + repeats) > 0`

/** Counts the stored URLs, by the primary key alone, and adds the number of trimmed URLs. */
const SENT = `
  select (select count(*) from click_count where account_id = :account and link = :link and code > '')::integer
         + (
             select coalesce(sum(sent), 0) from click_day where account_id = :account and link = :link
           )::integer as count`

const DAYS = `
  select day::text, sum(people) as people, sum(bots) as bots, sum(repeats) as repeats,
         sum(recipients) as recipients
    from click_day
   where account_id = :account and link = :link and day between :from::date and :to::date
   group by click_day.day
  having sum(people + bots + repeats) > 0
   order by click_day.day`

const FOLLOWED = `
    from click_count
   where account_id = :account and link = :link and message_id is not null and first_at is not null`

const FOLLOWERS: Statements = {
  counting: `select count(*)::integer as count ${FOLLOWED}`,
  listing: withNumbers(`
  select message_id, people, bots, repeats, first_at, last_at ${FOLLOWED}
   order by first_at desc, message_id desc
   limit :limit offset :offset`),
}

/** One row for each link, and one for all links together. */
const OF_BROADCAST = `
  select link, count(*) as sent, sum(people) as people, sum(bots) as bots, sum(repeats) as repeats,
         count(distinct message_id) filter (where people > 0) as recipients,
         min(first_at) as first_at, max(last_at) as last_at
    from click_count
   where account_id = :account and message_id >= :first and message_id < :end
   group by grouping sets ((link), ())
   order by link`

const clickedIn = (filter: string) => `
    from click_count
   where account_id = :account and message_id >= :first and message_id < :end${filter}`

const clickers = (filter = ''): Statements => ({
  counting: `
  select count(distinct message_id) filter (where people > 0)::integer as count ${clickedIn(filter)}`,
  listing: withNumbers(`
  select message_id, sum(people) as people, sum(bots) as bots, sum(repeats) as repeats, min(first_at) as first_at,
         max(last_at) as last_at
  ${clickedIn(filter)}
   group by message_id
  having sum(people) > 0
   order by min(first_at) desc, message_id desc
   limit :limit offset :offset`),
})

const CLICKERS = clickers()
const CLICKERS_OF_LINK = clickers(' and link = :link')

/** A left join, because a broadcast message is stored when its slice is settled, possibly after the first click. */
function withNumbers(page: string): string {
  return `
  with page as materialized (select :account::text as account_id, found.* from (${page}) as found)
  select page.*, message.to_number
    from page
    left join message on message.account_id = page.account_id and message.id = page.message_id
   order by page.first_at desc, page.message_id desc`
}

function numbersOf({ recipients, ...visitors }: CountsRow) {
  return { ...visitorsOf(visitors), recipients: Number(recipients) }
}

function visitorsOf({ people, bots, repeats }: VisitorsRow) {
  return { people: Number(people), bots: Number(bots), repeats: Number(repeats) }
}

function fromTotalsRow({ first_at, last_at, ...counts }: CountsRow & SpanRow): ClickTotals {
  return { ...numbersOf(counts), firstAt: first_at, lastAt: last_at }
}

function fromRecipientRow(row: RecipientRow): RecipientClicks {
  const { message_id: message, to_number: to, first_at: firstAt, last_at: lastAt } = row
  return { message, to, ...visitorsOf(row), firstAt, lastAt }
}
