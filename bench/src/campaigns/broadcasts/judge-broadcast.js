/**
 * Checks an ended broadcast: every recipient has one message, each sent message reached its phone once, and the counts
 * match the messages. Outcomes are unknown only if the provider does not deduplicate; then all failures are unknown.
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
      throw new Error(`${name} is ${row[name]}, expected ${value}: ${JSON.stringify(row)}`)
    }
  }
  return { sent, unknown, 'unknown that arrived': figures.texts - sent }
}

/** Checks several broadcasts, each to `total` recipients; returns the sums. */
export async function judgeBroadcasts(service, ids, { total, deduplicates }) {
  const sums = { sent: 0, unknown: 0, 'unknown that arrived': 0 }
  for (const id of ids) {
    const judged = await judgeBroadcast(service, { id, total, deduplicates })
    for (const name of Object.keys(sums)) sums[name] += judged[name]
  }
  return sums
}

function toNumber(value) {
  return /^\d+$/.test(value) ? Number(value) : value
}

/**
 * The ids of a broadcast's messages share a prefix. The provider stores each submission with its message's reference.
 */
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
