const STORED_TOGETHER = 20_000

/**
 * Stores `count` schedules of one account with their jobs, as the service creates them: in four zones, weekly or once,
 * one in ten by local time, with times in the year from the day after tomorrow. The statuses alternate.
 */
export async function storeSchedules(sql, { account, from, group, count, statuses = ['active'] }) {
  for (let first = 0; first < count; first += STORED_TOGETHER) {
    const last = Math.min(first + STORED_TOGETHER, count) - 1
    await sql(STORE, { account, from, group, first, last, statuses })
  }
}

/** The id of the nth stored schedule of an account, from 0. */
export function scheduleIdOf(account, place) {
  return `sch_${String(place).padStart(10, '0')}${tailOf(account)}`
}

function tailOf(account) {
  return account.slice(-16)
}

/** The times are between 08:00 and 14:00, when no clock change happens. */
const STORE = `
  with numbered as (
    select i, lpad(i::text, 10, '0') || right(:account, 16) as tail,
           (array['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata'])[i % 4 + 1] as timezone,
           (:statuses::text[])[i % cardinality(:statuses::text[]) + 1] as status,
           i % 6 = 5 as is_single, i % 10 = 0 as by_local_time,
           date_trunc('day', now() at time zone 'UTC')
             + make_interval(days => 2 + i % 365, mins => 480 + i * 7 % 360) as wall
      from generate_series(:first::integer, :last::integer) as i
  ),
  made as (
    select *, to_char(wall, 'YYYY-MM-DD"T"HH24:MI:SS') as shown, wall at time zone timezone as instant
      from numbered
  ),
  stored as (
    insert into schedule (
      account_id, id, status, timing, from_number, body, audience, timetable, waves, next_wall, next_at,
      next_begins_at, next_is_open, revision, started, has_sent, created_at, updated_at
    )
    select :account, 'sch_' || tail, status, case when is_single then 'oneTime' else 'recurring' end, :from,
           'Ding dong ' || i || ', the bells ring again for you.',
           json_build_object('kind', 'groups', 'groups', json_build_array(:group::text)),
           json_build_object(
             'at', shown, 'timezone', timezone, 'sendByLocalTime', by_local_time, 'recurrence',
             case when not is_single then json_build_object(
               'frequency', 'weekly', 'interval', 1, 'daysOfWeek', json_build_array('mon', 'thu'), 'endType', 'never'
             ) end
           ),
           null,
           case when status <> 'ended' then shown end,
           case when status <> 'ended' then instant end,
           case when status <> 'ended' then
             case when by_local_time then least(instant, wall at time zone 'America/New_York') else instant end
           end,
           case when status <> 'ended' then false end,
           1, 0, false, now() - make_interval(secs => 10 * i), now() - make_interval(secs => 10 * i)
      from made
    returning id, next_begins_at
  )
  insert into job (account_id, id, lane, kind, payload, run_at)
  select :account, 'job_' || substr(id, 5), 'timed', 'run-occurrence', json_build_object('schedule', id), next_begins_at
    from stored
   where next_begins_at is not null`

/**
 * Moves the first schedules of each account to one instant, a whole second, and makes them daily. For schedules by
 * local time, this is the instant of the earliest send, because UTC is east of all zones that contacts can have.
 */
export async function makeDue(sql, { accounts, countOfEach, at, sendByLocalTime = false }) {
  const wall = at.toISOString().slice(0, 19)
  const recurrence = { frequency: 'daily', interval: 1, endType: 'never' }
  const timetable = JSON.stringify({ at: wall, timezone: 'UTC', sendByLocalTime, recurrence })
  const below = `sch_${String(countOfEach).padStart(10, '0')}`
  await sql(MAKE_DUE, { accounts, below, timetable, wall, at })
}

const MAKE_DUE = `
  with due as (
    update schedule
       set timing = 'recurring', timetable = :timetable::json, next_wall = :wall, next_at = :at, next_begins_at = :at,
           next_is_open = false
     where account_id = any (:accounts::text[]) and id < :below
    returning account_id, id
  )
  update job set run_at = :at, attempt = 0, fence = null
    from due
   where job.account_id = due.account_id and job.id = 'job_' || substr(due.id, 5)`
