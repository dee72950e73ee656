import {
  CLICKS_KEPT_MAX,
  groupBy,
  type AccountId,
  type Annotation,
  type Click,
  type ClickCount,
  type ClickStore,
  type LinkClicks,
  type MessageId,
} from '@carillon/core'
import { recordset } from './recordset.js'
import { rowsOf, run, type Database } from './sql.js'

export class PostgresClickStore implements ClickStore {
  constructor(private readonly trx: Database) {}

  async add(account: AccountId, annotations: readonly Annotation[]): Promise<void> {
    await run(this.trx, ADD, { account, ...ADDED.of(annotations.map(toAddedRow)) })
  }

  async record(click: Click): Promise<ClickCount> {
    const [row] = await rowsOf<CountRow>(this.trx, RECORD, toRow(click))
    return fromRow(row!)
  }

  async of(account: AccountId, message: MessageId): Promise<readonly LinkClicks[]> {
    const rows = await rowsOf<CountRow & KeptRow>(this.trx, OF, { account, message })
    return [...groupBy(rows, ({ link }) => link).values()].map((ofLink) => ({
      ...fromRow(ofLink[0]!),
      clicks: ofLink.flatMap(fromKeptRow),
    }))
  }
}

type CountRow = {
  readonly link: string
  readonly code: string
  readonly message_id: MessageId | null
  readonly people: string
  readonly bots: string
  readonly first_at: Date | null
  readonly last_at: Date | null
}

/** Null where nobody has come yet. */
type KeptRow = Pick<Click, 'agent'> & { readonly at: Date | null; readonly visitor: Click['visitor'] | null }

const ADDED = recordset<ReturnType<typeof toAddedRow>>('added', { code: 'text', link: 'text', message_id: 'text' })

/** In the order of their keys, so that two that add the same ones never wait for each other. */
const ADD = `
  insert into click_count (account_id, link, code, message_id)
  select :account, added.link, added.code, added.message_id
    from ${ADDED.sql}
   order by added.link collate "C", added.code collate "C"
      on conflict (account_id, link, code) do nothing`

/**
 * What went out stays, so a code that is found here is found below. Whoever comes meanwhile waits for the row, counts on
 * from it, and has the next position.
 */
const RECORD = `
  with counted as (
    insert into click_count (account_id, link, code, message_id, people, bots, first_at, last_at)
    select :account, :link, coalesce(sent.code, ''), sent.message_id, :people::bigint, :bots::bigint,
           :followedAt::timestamptz, :followedAt::timestamptz
      from (values (1)) as one
      left join click_count as sent
             on sent.account_id = :account and sent.link = :link and sent.code = :code::text
        on conflict (account_id, link, code) do update
       set people = click_count.people + excluded.people, bots = click_count.bots + excluded.bots,
           first_at = least(click_count.first_at, excluded.first_at),
           last_at = greatest(click_count.last_at, excluded.last_at)
    returning link, code, message_id, people, bots, first_at, last_at
  ),
  kept as (
    insert into click (account_id, link, code, position, at, visitor, agent)
    select :account, link, code, people + bots, :at::timestamptz, :visitor, :agent::text
      from counted
     where case :visitor when 'person' then people else bots end <= ${CLICKS_KEPT_MAX}
  )
  select link, code, message_id, people, bots, first_at, last_at from counted`

const OF = `
  select sent.link, sent.code, sent.message_id, sent.people, sent.bots, sent.first_at, sent.last_at,
         kept.at, kept.visitor, kept.agent
    from click_count as sent
    left join click as kept
           on kept.account_id = :account and kept.link = sent.link and kept.code = sent.code
   where sent.account_id = :account and sent.message_id = :message
   order by sent.link, kept.position`

function toAddedRow({ link, code, message }: Annotation) {
  return { code, link, message_id: message }
}

function toRow({ account, link, code, at, visitor, agent }: Click) {
  const isPerson = visitor === 'person'
  const counted = { people: isPerson ? 1 : 0, bots: isPerson ? 0 : 1, followedAt: isPerson ? at : null }
  return { account, link, code, at, visitor, agent, ...counted }
}

function fromRow({ link, code, message_id: message, people, bots, first_at, last_at }: CountRow): ClickCount {
  return {
    link,
    code: code === '' ? null : code,
    message,
    people: Number(people),
    bots: Number(bots),
    firstAt: first_at,
    lastAt: last_at,
  }
}

function fromKeptRow({ at, visitor, agent }: KeptRow): LinkClicks['clicks'] {
  return at === null || visitor === null ? [] : [{ at, visitor, agent }]
}
