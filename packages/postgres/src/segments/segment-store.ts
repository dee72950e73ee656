import {
  foldCase,
  type AccountId,
  type Page,
  type Segment,
  type SegmentId,
  type SegmentQuery,
  type SegmentStore,
} from '@carillon/core'
import { pageOf } from '../sql/page-of.js'
import { rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresSegmentStore implements SegmentStore {
  constructor(private readonly trx: Database) {}

  async find(account: AccountId, id: SegmentId): Promise<Segment | null> {
    const [row] = await rowsOf<SegmentRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async lock(account: AccountId, id: SegmentId): Promise<Segment | null> {
    const [row] = await rowsOf<SegmentRow>(this.trx, LOCK, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async lockShared(account: AccountId, ids: readonly SegmentId[]): Promise<void> {
    await run(this.trx, LOCK_SHARED, { account, ids })
  }

  async of(account: AccountId): Promise<readonly Segment[]> {
    return (await rowsOf<SegmentRow>(this.trx, ALL, { account })).map(fromRow)
  }

  list(account: AccountId, query: SegmentQuery): Promise<Page<Segment>> {
    const bindings = { account, name: foldCase(query.name ?? '') }
    return pageOf(this.trx, { counting: COUNT, listing: LIST, bindings, fromRow }, query)
  }

  async put({ id, account, name, condition, createdAt, updatedAt }: Segment): Promise<void> {
    const folded = foldCase(name)
    await run(this.trx, PUT, {
      account,
      id,
      name,
      folded,
      condition: JSON.stringify(condition),
      createdAt,
      updatedAt,
    })
  }

  async remove(account: AccountId, id: SegmentId): Promise<void> {
    await run(this.trx, REMOVE, { account, id })
  }
}

type SegmentRow = {
  readonly account_id: AccountId
  readonly id: SegmentId
  readonly name: string
  readonly condition: Segment['condition']
  readonly created_at: Date
  readonly updated_at: Date
}

function fromRow({ account_id, id, name, condition, created_at, updated_at }: SegmentRow): Segment {
  return { id, account: account_id, name, condition, createdAt: created_at, updatedAt: updated_at }
}

const SEGMENTS = `
  select account_id, id, name, condition, created_at, updated_at from segment where segment.account_id = :account`

const FIND = `${SEGMENTS} and id = :id`

const LOCK = `${FIND} for update`

const LOCK_SHARED = `
  select from segment where segment.account_id = :account and id = any (:ids::text[]) order by id for share`

const ALL = `${SEGMENTS} order by name collate "C"`

const COUNT = `
  select count(*)::integer as count from segment where account_id = :account and position(:name in name_folded) > 0`

const LIST = `
  ${SEGMENTS} and position(:name in name_folded) > 0
   order by created_at desc, id desc
   limit :limit offset :offset`

const PUT = `
  insert into segment (account_id, id, name, name_folded, condition, created_at, updated_at)
  values (:account, :id, :name, :folded, :condition::jsonb, :createdAt, :updatedAt)
      on conflict (account_id, id)
      do update set name = excluded.name, name_folded = excluded.name_folded, condition = excluded.condition,
                    updated_at = excluded.updated_at`

const REMOVE = 'delete from segment where account_id = :account and id = :id'
