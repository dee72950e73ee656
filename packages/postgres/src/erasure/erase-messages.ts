import { ERASED, ERASED_FAILURE, type Erased, type ErasureStep, type MessageId } from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'

export async function eraseMessages(trx: Database, who: Erased, limit: number): Promise<ErasureStep> {
  const { account } = who
  const found = await rowsOf<FoundMessage>(trx, MESSAGES, { ...who, limit })
  if (found.length > 0) {
    const ids = found.map(({ id }) => id)
    const keyed = found.filter(({ idempotency_key: key }) => key !== null)
    const [keys, targets] = [keyed.map(({ idempotency_key: key }) => key!), keyed.map(({ id }) => id)]
    await run(trx, ERASE_MESSAGES, { account, ids, erased: ERASED, failure: ERASED_FAILURE })
    await run(trx, ERASE_FAILURES, { account, ids, failure: ERASED_FAILURE })
    if (keyed.length > 0) await run(trx, FREE_KEYS, { account, keys, targets })
    await run(trx, ERASE_CLICKS, { account, ids })
    await run(trx, ERASE_POSSIBLE_OPT_OUTS, { account, ids })
  }
  const [left] = await rowsOf<{ count: number }>(trx, MESSAGES_LEFT, who)
  return { erased: found.length, inFlight: left!.count }
}

type FoundMessage = { readonly id: MessageId; readonly idempotency_key: string | null }

/** Forces the use of the indexes, whatever the planner estimates. */
const messagesOf = (columns: string, condition = '') => `
  with found as materialized (
    select id from message where account_id = :account and to_number = :phone and direction = 'outbound'
    union all
    select id from message where account_id = :account and from_number = :phone and direction = 'inbound'
  )
  select ${columns}
    from message
   where account_id = :account and id = any (array(select found.id from found))${condition}`

const MESSAGES = `
  ${messagesOf('idempotency_key, id', ` and phase is distinct from 'submitting'`)}
   order by id
   limit :limit
     for update`

/** Also counts messages whose submission ended after `MESSAGES` had run. */
const MESSAGES_LEFT = messagesOf('count(*)::integer as count')

const ERASE_MESSAGES = `
  update message
     set idempotency_key = null,
         to_number = case when direction = 'outbound' then :erased else to_number end,
         from_number = case when direction = 'inbound' then :erased else from_number end,
         body = '', media_url = null,
         failure_message = case when failure_message is null then null else :failure end
   where account_id = :account and id = any (:ids::text[])`

const ERASE_FAILURES = `
  update receipt
     set failure_message = :failure
   where account_id = :account and message_id = any (:ids::text[]) and failure_message is not null`

const FREE_KEYS = `
  with bound as materialized (
    select :account::text as account_id, key, target from unnest(:keys::text[], :targets::text[]) as given (key, target)
  )
  delete from idempotency_key
   using bound
   where idempotency_key.account_id = bound.account_id and idempotency_key.scope = 'message'
     and idempotency_key.key = bound.key and idempotency_key.target = bound.target`

const ERASE_CLICKS = `
  with urls as materialized (
    select account_id, link, code
      from click_count
     where account_id = :account and message_id = any (:ids::text[])
  ),
  networks as (
    delete from click_network
     using urls
     where click_network.account_id = urls.account_id and click_network.link = urls.link
       and click_network.code = urls.code
  )
  delete from click
   using urls
   where click.account_id = urls.account_id and click.link = urls.link and click.code = urls.code`

const ERASE_POSSIBLE_OPT_OUTS = `
  delete from possible_opt_out where account_id = :account and message_id = any (:ids::text[])`
