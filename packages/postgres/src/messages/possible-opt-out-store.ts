import type { AccountId, Message, Page, PageRequest, PossibleOptOutStore } from '@carillon/core'
import { pageOf } from '../sql/page-of.js'
import { run, type Database } from '../sql/sql.js'
import { fromRow } from './message-row.js'

export class PostgresPossibleOptOutStore implements PossibleOptOutStore {
  constructor(private readonly trx: Database) {}

  async add({ account, id, createdAt }: Pick<Message, 'account' | 'id' | 'createdAt'>): Promise<void> {
    await run(this.trx, ADD, { account, id, at: createdAt })
  }

  list(account: AccountId, page: PageRequest): Promise<Page<Message>> {
    return pageOf(this.trx, { counting: COUNT, listing: LIST, bindings: { account }, fromRow }, page)
  }
}

const ADD = `
  insert into possible_opt_out (account_id, message_id, received_at)
  values (:account, :id, :at)
      on conflict (account_id, message_id) do nothing`

const COUNT = 'select count(*)::integer as count from possible_opt_out where account_id = :account'

/** Finds the page by the index before it reads the messages. */
const LIST = `
  with listed as materialized (
    select account_id, message_id, received_at
      from possible_opt_out
     where account_id = :account
     order by received_at desc, message_id desc
     limit :limit offset :offset
  )
  select message.*
    from listed
    join message on message.account_id = listed.account_id and message.id = listed.message_id
   where message.account_id = :account
   order by listed.received_at desc, listed.message_id desc`
