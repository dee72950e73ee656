import type { AccountId, TrackingLink, TrackingLinkStore } from '@carillon/core'
import type { Knex } from 'knex'
import { countOf, rowsOf } from './sql.js'

export class PostgresTrackingLinkStore implements TrackingLinkStore {
  constructor(private readonly trx: Knex) {}

  async of(account: AccountId): Promise<readonly TrackingLink[]> {
    return (await rowsOf<TrackingLinkRow>(this.trx, OF, { account })).map(fromRow)
  }

  async put({ link, account, target, createdAt }: TrackingLink): Promise<boolean> {
    return (await countOf(this.trx, PUT, { link, account, target, createdAt })) === 1
  }

  async remove(account: AccountId, link: string): Promise<void> {
    await countOf(this.trx, REMOVE, { account, link })
  }
}

type TrackingLinkRow = {
  readonly link: string
  readonly account_id: AccountId
  readonly target: string
  readonly created_at: Date
}

const OF = 'select link, account_id, target, created_at from tracking_link where account_id = :account order by link'

const PUT = `
  insert into tracking_link (link, account_id, target, created_at)
  values (:link, :account, :target, :createdAt)
  on conflict (link) do update
     set target = excluded.target, created_at = excluded.created_at
   where tracking_link.account_id = excluded.account_id`

const REMOVE = 'delete from tracking_link where account_id = :account and link = :link'

function fromRow(row: TrackingLinkRow): TrackingLink {
  return { link: row.link, account: row.account_id, target: row.target, createdAt: row.created_at }
}
