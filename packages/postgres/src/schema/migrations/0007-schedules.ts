import type { Migration } from './migration.js'

/** Schedules, the sends of their occurrences, and the references from broadcasts to schedules and sends. */
export const schedules: Migration = {
  id: '0007-schedules',
  sql: `
-- What is filtered or sorted by stands in columns of its own; the rest is read with the schedule and nowhere else.
create table schedule (
  account_id text collate "C" not null,
  id text collate "C" not null,
  status text collate "C" not null check (status in ('active', 'paused', 'ended')),
  timing text collate "C" not null check (timing in ('oneTime', 'recurring')),
  from_number text collate "C" not null,
  body text not null,
  audience json not null,
  timetable json not null,
  waves json,
  next_wall text,
  next_at timestamptz,
  next_begins_at timestamptz,
  next_is_open boolean,
  revision integer not null check (revision >= 0),
  started integer not null check (started >= 0),
  has_sent boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  check (num_nulls(next_wall, next_at, next_begins_at, next_is_open) in (0, 4))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- A list is put in order, filtered and counted by these alone, without its rows, where the table was vacuumed since they
-- changed: hence the factors. The last one has a key for very many, so that it is small and quickly counted.
create index schedule_next on schedule (account_id, next_at, id) include (status, timing);
create index schedule_newest on schedule (account_id, created_at, id) include (status, timing, next_at);
create index schedule_kind on schedule (account_id, status, timing);
-- For going through all that are open, past however many have ended; and for an operator, who has but the id.
create index schedule_open on schedule (account_id, id) where status <> 'ended';
create index schedule_by_id on schedule (id);

-- Without a foreign key: whoever adds one holds its schedule.
create table schedule_send (
  account_id text collate "C" not null,
  id text collate "C" not null,
  schedule_id text collate "C" not null,
  revision integer not null check (revision >= 0),
  -- Of the occurrence, in the zone of the schedule.
  wall text not null,
  occurrence timestamptz not null,
  scheduled_for timestamptz not null,
  zone text,
  status text not null check (status in ('planned', 'started', 'skipped', 'failed')),
  reason text,
  broadcast_id text collate "C",
  waves json,
  primary key (account_id, id)
);
create index schedule_send_of on schedule_send (account_id, schedule_id, occurrence, id);
create index schedule_send_planned on schedule_send (account_id, schedule_id, id) where status = 'planned';
create index schedule_send_newest on schedule_send (account_id, schedule_id, scheduled_for, id)
 where status <> 'planned';

-- All that a broadcast had accepted before there were waves was released at once. The change of type writes that into a
-- new table: an update would leave each row twice in the old one.
alter table broadcast
  add column released integer,
  add column timezone text,
  add column schedule_id text collate "C",
  add column send_id text collate "C",
  add check ((schedule_id is null) = (send_id is null));
alter table broadcast
  alter column released type integer using total,
  alter column released set not null,
  add check (released between 0 and total);
create index broadcast_running on broadcast (account_id, schedule_id, id)
 where schedule_id is not null and completed_at is null;

-- What schedules wait for has a lane of its own.
alter table job
  drop constraint job_lane_check,
  add constraint job_lane_check check (lane in ('quick', 'bulk', 'timed'));
`,
}
