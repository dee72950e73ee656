import type { AccountId, Sender, SenderStatus, SenderStore } from '@carillon/core'
import type { Knex } from 'knex'
import { countOf, rowsOf } from './sql.js'

export class PostgresSenderStore implements SenderStore {
  constructor(private readonly trx: Knex) {}

  async of(account: AccountId): Promise<readonly Sender[]> {
    return (await rowsOf<SenderRow>(this.trx, OF, { account })).map(fromRow)
  }

  async put({ number, account, status, mms, messagesPerSecond, createdAt }: Sender): Promise<boolean> {
    const row = { number, account, status, mms, messagesPerSecond, createdAt }
    return (await countOf(this.trx, PUT, row)) === 1
  }

  async remove(account: AccountId, number: string): Promise<void> {
    await countOf(this.trx, REMOVE, { account, number })
  }
}

type SenderRow = {
  readonly number: string
  readonly account_id: AccountId
  readonly status: SenderStatus
  readonly mms: boolean
  readonly messages_per_second: number | null
  readonly created_at: Date
}

const OF = `
  select number, account_id, status, mms, messages_per_second, created_at
    from sender
   where account_id = :account
   order by created_at, number`

const PUT = `
  insert into sender (number, account_id, status, mms, messages_per_second, created_at)
  values (:number, :account, :status, :mms, :messagesPerSecond, :createdAt)
  on conflict (number) do update
     set status = excluded.status, mms = excluded.mms, messages_per_second = excluded.messages_per_second,
         created_at = excluded.created_at
   where sender.account_id = excluded.account_id`

const REMOVE = 'delete from sender where account_id = :account and number = :number'

function fromRow(row: SenderRow): Sender {
  return {
    number: row.number,
    account: row.account_id,
    status: row.status,
    mms: row.mms,
    messagesPerSecond: row.messages_per_second,
    createdAt: row.created_at,
  }
}
