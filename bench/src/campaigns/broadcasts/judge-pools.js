const WINDOW_S = 10

/**
 * Checks two broadcasts from a pool to the same people: everybody got each exactly once, except those who stopped; everybody
 * whose number stayed active kept it; no number was faster than its rate in any 10 s; and the loads are right.
 */
export async function judgePools(service, given) {
  const { first, second, recipients, stopped, rates, inactive, graceUntil, pool } = given
  await service.sql('analyze message, fake_sms_submission, pool_member')
  const [row] = await service.sql(JUDGED, { first, second, inactive, graceUntil, pool: pool.id })
  const figures = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
  const expected = {
    people: recipients,
    first_not_once: 0,
    moved: 0,
    from_inactive: 0,
    differs_from_carrier: 0,
    members_differ: 0,
    loads_differ: 0,
  }
  for (const [name, value] of Object.entries(expected)) {
    if (figures[name] !== value)
      throw new Error(`${name} is ${figures[name]}, expected ${value}: ${JSON.stringify(row)}`)
  }
  // A STOP may have come after the text of the second broadcast.
  if (figures.second_not_once > stopped.length) {
    throw new Error(`${figures.second_not_once} people did not get the second broadcast once: ${JSON.stringify(row)}`)
  }
  return {
    'texts, first': figures.people,
    'texts, second': figures.people - figures.second_not_once,
    'moved from the inactive number': figures.handed_over,
    ...(await judgeRates(service, rates)),
  }
}

/** By the provider's own record. */
async function judgeRates(service, rates) {
  const busiest = {}
  const rows = await service.sql(WINDOWS)
  for (const { sender, most } of rows) {
    if (rates[sender] === undefined) continue
    const limit = rates[sender] * WINDOW_S
    if (Number(most) > limit) throw new Error(`${sender} sent ${most} in ${WINDOW_S} s, at most ${limit} are allowed`)
    busiest[`${sender}, most in ${WINDOW_S} s (rate ${rates[sender]})`] = Number(most)
  }
  return busiest
}

const WINDOWS = `
  with text as materialized (
    select sender, submitted_at, row_number() over (partition by sender order by submitted_at) as place
      from fake_sms_submission
     where failure_type is null
  ),
  second as (
    select sender, date_trunc('second', submitted_at) as at, count(*) as texts from text group by 1, 2
  ),
  busy as (
    select sender,
           sum(texts) over (partition by sender order by at range between '9 s' preceding and current row) as texts
      from second
  )
  select sender, max(texts) as most from busy group by sender`

const JUDGED = `
  with text as materialized (
    select to_number as phone, message.from_number as number, broadcast_id, text.sender, text.submitted_at,
           broadcast_id = any (:first) as is_first
      from message
      left join fake_sms_submission as text
        on text.reference = message.account_id || '.' || message.id and text.failure_type is null
     where direction = 'outbound' and (broadcast_id = any (:first) or broadcast_id = any (:second))
  ),
  person as materialized (
    select phone,
           count(sender) filter (where is_first) as firsts,
           count(sender) filter (where not is_first) as seconds,
           min(number) filter (where is_first) as before,
           min(number) filter (where not is_first and sender is not null) as after
      from text
     group by phone
  ),
  member as (
    select number, count(*) as people from pool_member where pool_id = :pool group by number
  )
  select (select count(*) from person) as people,
         (select count(*) from person where firsts <> 1) as first_not_once,
         (select count(*) from person where seconds <> 1) as second_not_once,
         (select count(*) from person where after <> before and before <> :inactive) as moved,
         (select count(*) from person where after <> before) as handed_over,
         (select count(*) from text where sender = :inactive and submitted_at > :graceUntil) as from_inactive,
         (select count(*) from text where sender <> number) as differs_from_carrier,
         (select count(*) from person left join pool_member using (phone)
           where after <> :inactive and pool_member.number is distinct from after) as members_differ,
         (select count(*) from pool_load left join member using (number)
           where pool_id = :pool and pool_load.people <> coalesce(member.people, 0)) as loads_differ`
