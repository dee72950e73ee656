import type { AccountId, TrackingLink, TrackingLinkStore } from '@carillon/core'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresTrackingLinkStore implements TrackingLinkStore {
  constructor(private readonly trx: Database) {}

  async of(account: AccountId): Promise<readonly TrackingLink[]> {
    return rowsOf<TrackingLink>(this.trx, OF, { account })
  }

  async registered(account: AccountId, links: readonly string[]): Promise<ReadonlySet<string>> {
    if (links.length === 0) return new Set()
    const rows = await rowsOf<Pick<TrackingLink, 'link'>>(this.trx, REGISTERED, { account, links })
    return new Set(rows.map(({ link }) => link))
  }

  async findAll(links: readonly string[]): Promise<ReadonlyMap<string, TrackingLink>> {
    if (links.length === 0) return new Map()
    const rows = await rowsOf<TrackingLink>(this.trx, FIND_ALL, { links })
    return new Map(rows.map((row) => [row.link, row]))
  }

  async put(link: TrackingLink): Promise<boolean> {
    return (await countOf(this.trx, PUT, link)) === 1
  }

  async remove(account: AccountId, link: string): Promise<void> {
    await run(this.trx, REMOVE, { account, link })
  }
}

const OF = `
  select link, account_id as account, target, created_at as "createdAt"
    from tracking_link
   where account_id = :account
   order by link`

const REGISTERED = 'select link from tracking_link where account_id = :account and link = any (:links::text[])'

const FIND_ALL = `
  select link, account_id as account, target, created_at as "createdAt"
    from tracking_link
   where link = any (:links::text[])`

const PUT = `
  insert into tracking_link (link, account_id, target, created_at)
  values (:link, :account, :target, :createdAt)
  on conflict (link) do update
     set target = excluded.target, created_at = excluded.created_at
   where tracking_link.account_id = excluded.account_id`

const REMOVE = 'delete from tracking_link where account_id = :account and link = :link'
