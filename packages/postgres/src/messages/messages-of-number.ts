import type { AccountId, ConsentTexts, Message, MessagesSent, NumberMessagesQuery, PhoneNumber } from '@carillon/core'
import { rowsOf, type Database } from '../sql/sql.js'
import { fromRow, type MessageRow } from './message-row.js'

type OfNumber = { readonly account: AccountId; readonly phone: PhoneNumber }

export async function consentTextsOf(
  trx: Database,
  query: OfNumber & { readonly limit: number },
): Promise<ConsentTexts> {
  const rows = await rowsOf<MessageRow>(trx, NEWEST, query)
  if (rows.length < query.limit) return { count: rows.length, newest: rows.map(fromRow) }
  const { account, phone } = query
  const [total] = await rowsOf<{ count: number }>(trx, COUNT, { account, phone })
  return { count: total!.count, newest: rows.map(fromRow) }
}

export async function messagesOfNumber(
  trx: Database,
  { account, phone, after, limit }: OfNumber & NumberMessagesQuery,
): Promise<readonly Message[]> {
  const bindings = { account, phone, limit, ...(after && { at: after.at, id: after.id }) }
  const rows = await rowsOf<MessageRow>(trx, after === null ? ALL : ALL_AFTER, bindings)
  return rows.map(fromRow)
}

export async function messagesSentTo(trx: Database, query: OfNumber): Promise<MessagesSent> {
  const [row] = await rowsOf<SentRow>(trx, SENT, query)
  return { count: row!.count, firstAt: row!.first_at, lastAt: row!.last_at }
}

type SentRow = { readonly count: number; readonly first_at: Date | null; readonly last_at: Date | null }

/** Each condition matches that of a partial index. */
const TO_THE_NUMBER = `message.account_id = :account and message.to_number = :phone and message.purpose <> 'message'`
const FROM_THE_NUMBER = `message.account_id = :account and message.from_number = :phone and message.direction = 'inbound'`

const newestOf = (which: string) => `
  (select message.* from message where ${which} order by message.created_at desc, message.id desc limit :limit)`

const NEWEST = `
  select texts.*
    from (${newestOf(TO_THE_NUMBER)} union all ${newestOf(FROM_THE_NUMBER)}) as texts
   order by texts.created_at desc, texts.id desc
   limit :limit`

const COUNT = `
  select (select count(*) from message where ${TO_THE_NUMBER})::integer
       + (select count(*) from message where ${FROM_THE_NUMBER})::integer as count`

const SENT = `
  select count(*)::integer as count, min(message.sent_at) as first_at, max(message.sent_at) as last_at
    from message
   where message.account_id = :account and message.to_number = :phone
     and message.direction = 'outbound' and message.purpose = 'message' and message.status = 'sent'`

/** Each part reads the texts of one person by an index on the number. */
const allOf = (after: string) => `
  with texts as materialized (
    select message.* from message
     where account_id = :account and from_number = :phone and direction = 'inbound'${after}
    union all
    select message.* from message
     where account_id = :account and to_number = :phone and direction = 'outbound'${after}
  )
  select * from texts order by created_at desc, id desc limit :limit`

const ALL = allOf('')
const ALL_AFTER = allOf(' and (created_at, id) < (:at, :id)')
