import type { AccountId, NamedCarrier, Sender, SenderStore } from '@carillon/core'
import { preparedRowsOf } from '../sql/prepared.js'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresSenderStore implements SenderStore {
  constructor(private readonly trx: Database) {}

  async of(account: AccountId): Promise<readonly Sender[]> {
    return rowsOf<Sender>(this.trx, OF, { account })
  }

  async put(sender: Sender): Promise<boolean> {
    return (await countOf(this.trx, PUT, sender)) === 1
  }

  async find(account: AccountId, number: string): Promise<Sender | null> {
    const [row] = await preparedRowsOf<Sender>(this.trx, FIND, { account, number })
    return row ?? null
  }

  async owner(number: string): Promise<Sender | null> {
    const [row] = await rowsOf<Sender>(this.trx, OWNER, { number })
    return row ?? null
  }

  async ofCarrier(carrier: string | null, limit: number): Promise<readonly string[]> {
    const rows = await rowsOf<Pick<Sender, 'number'>>(this.trx, OF_CARRIER, { carrier, limit })
    return rows.map(({ number }) => number)
  }

  async carriers(limit: number): Promise<readonly NamedCarrier[]> {
    return rowsOf<NamedCarrier>(this.trx, CARRIERS, { limit })
  }

  async remove(account: AccountId, number: string): Promise<void> {
    await run(this.trx, REMOVE, { account, number })
  }
}

const SENDERS = `
  select number, account_id as account, status, mms, messages_per_second as "messagesPerSecond",
         carrier, created_at as "createdAt"
    from sender`

const OF = `${SENDERS} where account_id = :account order by created_at, number`

const OWNER = `${SENDERS} where number = :number`

const OF_CARRIER = `
  select number from sender
   where carrier is not distinct from :carrier and status = 'active'
   order by number collate "C" limit :limit`

const CARRIERS = `
  select carrier, count(*)::int as senders from sender
   where carrier is not null and status = 'active'
   group by carrier order by carrier collate "C" limit :limit`

const FIND = `${OWNER} and account_id = :account`

const PUT = `
  insert into sender (number, account_id, status, mms, messages_per_second, carrier, created_at)
  values (:number, :account, :status, :mms, :messagesPerSecond, :carrier, :createdAt)
  on conflict (number) do update
     set status = excluded.status, mms = excluded.mms, messages_per_second = excluded.messages_per_second,
         carrier = excluded.carrier, created_at = excluded.created_at
   where sender.account_id = excluded.account_id`

const REMOVE = 'delete from sender where account_id = :account and number = :number'
