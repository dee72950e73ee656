import { setTimeout as delay } from 'node:timers/promises'

const DAYS_OLD = 400
/** The number of rows in one statement. */
const TOGETHER = 100_000

/**
 * Stores `count` messages, every other one with a clicked URL, and as many events, each delivered on the first try, all
 * 40 to 400 days old. Also stores 1,000 of each kind with later times, which must not be deleted.
 */
export async function storeOld({ sql }, of, count) {
  for (let first = 0; first < count; first += TOGETHER) {
    const some = { ...of, first, last: Math.min(count, first + TOGETHER) - 1, name: 'old' }
    const when = { begin: DAYS_OLD, gap: ((DAYS_OLD - 40) * 86_400) / count }
    await sql(MESSAGES, { ...some, ...when })
    await sql(EVENTS, { ...some, ...when })
    await delay(0)
  }
  const young = { ...of, first: 0, last: YOUNG - 1, name: 'young', begin: 0, gap: 1 }
  await sql(MESSAGES, young)
  await sql(EVENTS, young)
  await sql('vacuum analyze')
}

export const YOUNG = 1_000

const AT = 'now() - make_interval(days => :begin) + make_interval(secs => i * :gap::double precision)'

const MESSAGES = `
  with made as (
    insert into message (
      account_id, id, direction, purpose, to_number, from_number, body, status, sent_at, created_at, cost_sms, cost_mms,
      attempt
    )
    select :account, 'msg_' || :name || lpad(i::text, 20, '0'), 'outbound', 'message',
           '+1202' || (1000000 + i % 5000000), '+12025550100', 'Ding dong, the bells of Acme are here.', 'sent', ${AT},
           ${AT}, 1, 0, 1
      from generate_series(:first::integer, :last::integer) as i
    returning account_id, id, created_at
  ),
  clicked as (
    select account_id, 'go.example.com/sale' as link, right(id, 10) || :name as code, id, created_at
      from made
     where right(id, 1) in ('0', '2', '4', '6', '8')
  ),
  counted as (
    insert into click_count (account_id, link, code, message_id, people, first_at, last_at)
    select account_id, link, code, id, 1, created_at, created_at from clicked
  )
  insert into click (account_id, link, code, position, at, visitor, agent)
  select account_id, link, code, 1, created_at, 'person', 'Mozilla/5.0 (iPhone)' from clicked`

const EVENTS = `
  with made as (
    insert into event (account_id, id, at, type, data)
    select :account, 'evt_' || :name || lpad(i::text, 20, '0'), ${AT}, 'message.sent',
           json_build_object('message', json_build_object('id', 'msg_' || i, 'body', repeat('x', 200)))
      from generate_series(:first::integer, :last::integer) as i
    returning account_id, id, at
  ),
  tried as (
    insert into webhook_attempt (account_id, endpoint_id, event_id, number, at, took_ms, answer)
    select account_id, :endpoint, id, 1, at, 20, '{"status": 204}' from made
  )
  insert into webhook_delivery (
    account_id, endpoint_id, event_id, event_at, type, status, tries, attempts, created_at, ended_at
  )
  select account_id, :endpoint, id, at, 'message.sent', 'delivered', 1, 1, at, at from made`
