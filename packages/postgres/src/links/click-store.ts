import {
  groupBy,
  type AccountId,
  type MessageLink,
  type BroadcastRange,
  type Click,
  type ClickCount,
  type ClickStore,
  type DaySpan,
  type LinkClicks,
  type MessageId,
  type PageRequest,
  type RecordedClick,
} from '@carillon/core'
import { preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { trimStatement } from '../sql/trim-statement.js'
import { PostgresClickStats } from './click-stats.js'
import { RECORD_CLICK, toRecordedClick } from './record-click.js'

export class PostgresClickStore implements ClickStore {
  private readonly stats: PostgresClickStats

  constructor(private readonly trx: Database) {
    this.stats = new PostgresClickStats(trx)
  }

  async add(account: AccountId, messageLinks: readonly MessageLink[]): Promise<void> {
    await run(this.trx, ADD, { account, ...ADDED.of(messageLinks.map(toAddedRow)) })
  }

  async record(click: Click): Promise<RecordedClick> {
    const [row] = await preparedRowsOf<RecordedRow>(this.trx, RECORD_CLICK, toRecordedClick(click))
    return { ...fromRow(row!), isRepeat: row!.is_repeat }
  }

  async of(account: AccountId, message: MessageId): Promise<readonly LinkClicks[]> {
    const rows = await rowsOf<CountRow & KeptRow>(this.trx, OF, { account, message })
    return [...groupBy(rows, ({ link }) => link).values()].map((ofLink) => ({
      ...fromRow(ofLink[0]!),
      clicks: ofLink.flatMap(fromKeptRow),
    }))
  }

  async trimNetworks(account: AccountId, until: Date, limit: number): Promise<number> {
    return countOf(this.trx, TRIM_NETWORKS, { account, until, limit })
  }

  knows(account: AccountId, link: string) {
    return this.stats.knows(account, link)
  }

  totalsOf(account: AccountId, links: readonly string[]) {
    return this.stats.totalsOf(account, links)
  }

  sentOf(account: AccountId, link: string) {
    return this.stats.sentOf(account, link)
  }

  days(account: AccountId, link: string, span: DaySpan) {
    return this.stats.days(account, link, span)
  }

  recipientsOf(account: AccountId, link: string, page: PageRequest) {
    return this.stats.recipientsOf(account, link, page)
  }

  ofBroadcast(broadcast: BroadcastRange) {
    return this.stats.ofBroadcast(broadcast)
  }

  recipientsOfBroadcast(broadcast: BroadcastRange, query: PageRequest & { readonly link: string | null }) {
    return this.stats.recipientsOfBroadcast(broadcast, query)
  }
}

type CountRow = {
  readonly link: string
  readonly code: string
  readonly message_id: MessageId | null
  readonly people: string
  readonly bots: string
  readonly repeats: string
  readonly first_at: Date | null
  readonly last_at: Date | null
}

type RecordedRow = CountRow & { readonly is_repeat: boolean }

/** `at` is null if there was no click yet. */
type KeptRow = Pick<Click, 'agent'> & { readonly at: Date | null; readonly visitor: Click['visitor'] | null }

const ADDED = recordset<ReturnType<typeof toAddedRow>>('added', { code: 'text', link: 'text', message_id: 'text' })

/** Inserts in key order, so that two transactions that add the same URLs cannot deadlock. */
const ADD = `
  insert into click_count (account_id, link, code, message_id)
  select :account, added.link, added.code, added.message_id
    from ${ADDED.sql}
   order by added.link collate "C", added.code collate "C"
      on conflict (account_id, link, code) do nothing`

const TRIM_NETWORKS = trimStatement({
  table: 'click_network',
  key: ['link', 'code', 'network'],
  since: 'counted_at[1]',
})

const OF = `
  select sent.link, sent.code, sent.message_id, sent.people, sent.bots, sent.repeats, sent.first_at, sent.last_at,
         kept.at, kept.visitor, kept.agent
    from click_count as sent
    left join click as kept
           on kept.account_id = :account and kept.link = sent.link and kept.code = sent.code
   where sent.account_id = :account and sent.message_id = :message
   order by sent.link, kept.position`

function toAddedRow({ link, code, message }: MessageLink) {
  return { code, link, message_id: message }
}

function fromRow({ link, code, message_id: message, people, bots, repeats, first_at, last_at }: CountRow): ClickCount {
  return {
    link,
    code: code === '' ? null : code,
    message,
    people: Number(people),
    bots: Number(bots),
    repeats: Number(repeats),
    firstAt: first_at,
    lastAt: last_at,
  }
}

function fromKeptRow({ at, visitor, agent }: KeptRow): LinkClicks['clicks'] {
  return at === null || visitor === null ? [] : [{ at, visitor, agent }]
}
