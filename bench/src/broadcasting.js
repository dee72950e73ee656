import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { basic } from './service.js'

const LOOK_EVERY_MS = 250

/** The two kinds of provider that a crash makes a difference for: of one the service can ask, of the other it knows nothing. */
export const KINDS = {
  asks: { deduplicates: true, canBeAsked: true },
  guesses: { deduplicates: false, canBeAsked: false },
}

/** Different numbers, that many. */
export function phonesOf(count) {
  return Array.from({ length: count }, (_, n) => `+1202${2_000_000 + n}`)
}

/** An account that can send from its number to phones, whose owners have opted in. Answers a `call` for each process. */
export async function aBroadcaster(service, { name, key, from, phones }) {
  await service.apply({
    name,
    apiKeys: [key],
    credits: { sms: 10_000_000, mms: 0 },
    rateLimits: null,
    capabilities: { silentOptIn: true },
    numbers: [{ number: from }],
    groups: [{ name: 'All' }],
  })
  await service.importContacts(name, { group: 'All', phones })
  return service.urls.map((url) => (method, path, body) => callAs(key, { url, method, path, body }))
}

/** Starts it, and answers its id. */
export async function startBroadcast(call, { from, phones, body, idempotencyKey }) {
  const recipients = phones.map((to) => ({ to }))
  const broadcast = { from, body, recipients, ...(idempotencyKey && { idempotencyKey }) }
  const answer = await call('POST', '/messaging/broadcast', broadcast)
  if (answer.status !== 201) throw new Error(`a broadcast answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** Throws when it takes too long. */
export async function untilEnded(service, id, { withinMs }) {
  const deadline = performance.now() + withinMs
  for (;;) {
    const [row] = await service.sql('select status, sent + failed as known, total from broadcast where id = :id', {
      id,
    })
    if (row.status !== 'queued' && row.status !== 'sending') return
    if (performance.now() > deadline) {
      throw new Error(
        `the broadcast has ${row.known} of ${row.total} outcomes after ${withinMs / 1000} s: ${row.status}`,
      )
    }
    await delay(LOOK_EVERY_MS)
  }
}

/** A chunk's job ends after its last outcome is known: by somebody else where its worker was killed in between. */
export async function untilNoJobs(service, { withinMs }) {
  const deadline = performance.now() + withinMs
  for (;;) {
    const [{ jobs }] = await service.sql('select count(*) as jobs from job')
    if (jobs === '0') return
    if (performance.now() > deadline) throw new Error(`${jobs} jobs are left after ${withinMs / 1000} s`)
    await delay(LOOK_EVERY_MS)
  }
}

/**
 * One that has ended: every recipient has one message, what was sent is on its phone once, what failed is of unknown
 * outcome and paid back, and its counts are those of its messages.
 */
export async function judgeBroadcast(service, { id, total, deduplicates }) {
  await service.sql('analyze message, fake_sms_submission')
  const [row] = await service.sql(BROADCAST, { id })
  const figures = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toNumber(value)]))
  const { sent, failed, unknown } = figures
  const expected = {
    status: 'completed',
    total,
    outcomes: total,
    messages: total,
    recipients: total,
    open_messages: 0,
    open_slices: 0,
    jobs: 0,
    dead_jobs: 0,
    sent_messages: sent,
    failed_messages: failed,
    unknown: deduplicates ? 0 : failed,
    texts_twice: 0,
    sent_without_text: 0,
    texts_to_nobody: 0,
  }
  for (const [name, value] of Object.entries(expected)) {
    if (row[name] !== value && figures[name] !== value) {
      throw new Error(`${name} is ${row[name]} and not ${value}: ${JSON.stringify(row)}`)
    }
  }
  return { sent, unknown, 'unknown that arrived': figures.texts - sent }
}

/** Once nothing is on its way: nothing is reserved any more, and what was sent is paid, once. Answers what was spent. */
export async function judgeLedger(service, name) {
  const { reserved, spent, cost } = await lookAtLedger(service, name)
  if (reserved !== '0') throw new Error(`${reserved} credits are still reserved`)
  if (spent !== cost) throw new Error(`${spent} credits were spent on messages that cost ${cost}`)
  return Number(spent)
}

/** At any instant: what the entries say is what the balance says. */
export async function lookAtLedger(service, name) {
  const [row] = await service.sql(LEDGER, { name })
  if (row.available !== row.available_entries || row.reserved !== row.reserved_entries) {
    throw new Error(`the balance and its entries differ: ${JSON.stringify(row)}`)
  }
  return row
}

/** So long an answer takes at most; a server that takes longer hangs. */
const ANSWERED_WITHIN_MS = 30_000

async function callAs(key, { url, method, path, body }) {
  const answer = await request(`${url}/api/v1${path}`, {
    method,
    headersTimeout: ANSWERED_WITHIN_MS,
    headers: { authorization: basic(key), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
}

function toNumber(value) {
  return /^\d+$/.test(value) ? Number(value) : value
}

/** The ids of a broadcast's messages begin alike. What stands under their references is what the provider was given. */
const BROADCAST = `
  with one as (
    select *, 'msg' || substr(id, 4, 11) || right(id, 11) as first_digits from broadcast where id = :id
  ),
  recipient as materialized (
    select account_id || '.' || id as reference, to_number, status, failure_type, phase
      from message
     where account_id = (select account_id from one) and broadcast_id = (select id from one)
       and id between (select first_digits || '00000' from one) and (select first_digits || 'zzzzz' from one)
  ),
  phone as materialized (
    select reference, count(*) as texts
      from fake_sms_submission
     where failure_type is null
       and reference between (select account_id || '.' || first_digits || '00000' from one)
                         and (select account_id || '.' || first_digits || 'zzzzz' from one)
     group by reference
  ),
  reached as (
    select recipient.*, phone.texts, recipient.reference is null as is_nobody
      from recipient
      full join phone on phone.reference = recipient.reference
  ),
  counted as (
    select count(*) filter (where not is_nobody) as messages,
           count(distinct to_number) as recipients,
           count(*) filter (where phase is not null) as open_messages,
           count(*) filter (where status = 'sent') as sent_messages,
           count(*) filter (where status = 'failed') as failed_messages,
           count(*) filter (where failure_type = 'unknown_outcome') as unknown,
           coalesce(sum(texts), 0) as texts,
           count(*) filter (where texts > 1) as texts_twice,
           count(*) filter (where status = 'sent' and texts is null) as sent_without_text,
           count(*) filter (where is_nobody) as texts_to_nobody
      from reached
  )
  select one.status, one.total, one.sent, one.failed, one.sent + one.failed as outcomes, counted.*,
         (select count(*)
            from broadcast_chunk as chunk
           where chunk.account_id = one.account_id and broadcast_id = one.id
             and (attempt_id is not null or cursor < length or waiting::text <> '[]')) as open_slices,
         (select count(*) from job where job.account_id = one.account_id) as jobs,
         (select count(*) from dead_job where dead_job.account_id = one.account_id) as dead_jobs
    from one, counted`

const LEDGER = `
  select sms_available::text as available, sms_reserved::text as reserved,
         (select coalesce(sum(case when to_place = 'available' then amount when from_place = 'available' then -amount end), 0)::text
            from ledger_entry where account_id = account.id and unit = 'sms') as available_entries,
         (select coalesce(sum(case when to_place = 'reserved' then amount when from_place = 'reserved' then -amount end), 0)::text
            from ledger_entry where account_id = account.id and unit = 'sms') as reserved_entries,
         (select coalesce(sum(amount), 0)::text
            from ledger_entry where account_id = account.id and unit = 'sms' and to_place = 'spent') as spent,
         (select coalesce(sum(cost_sms), 0)::text
            from message where account_id = account.id and status = 'sent' and direction = 'outbound') as cost
    from credit_balance
    join account on account.id = credit_balance.account_id
   where account.name = :name`
