import type { Migration } from './migration.js'

/** The outbox, the events that have left it, and their deliveries to each endpoint that subscribes. */
export const webhooks: Migration = {
  id: '0008-webhooks',
  sql: `
alter table webhook_endpoint
  add column previous_secret text,
  add column previous_secret_until timestamptz,
  add column failing_since timestamptz,
  add column is_slow boolean not null default false,
  add column disabled_at timestamptz,
  add column disabled_reason text check (disabled_reason in ('operator', 'gone', 'failing')),
  add check ((previous_secret is null) = (previous_secret_until is null)),
  add check ((disabled_at is null) = (disabled_reason is null));

-- One row for all that a step has to tell: whoever makes events waits for this. It is emptied soon. The key is the
-- instant of its oldest event and then its id, in one: so that rows are taken out by a list of keys, and Postgres, which
-- mostly believes that nothing is in here, cannot choose a way that is good for nothing only.
-- What is in it stands column by column, as JSON arrays of the same length. They are text, not looked into before they are
-- taken out, and not compressed: whoever makes events waits for both.
create table outbox (
  account_id text collate "C" not null,
  key text collate "C" not null,
  length integer not null check (length > 0),
  ids text not null,
  instants text not null,
  types text not null,
  data text not null,
  primary key (account_id, key)
);
alter table outbox
  alter column ids set storage external,
  alter column instants set storage external,
  alter column types set storage external,
  alter column data set storage external;

-- An event is kept here once it has left the outbox; for one endpoint alone, where that is named.
alter table event add column endpoint_id text collate "C";
alter index event_oldest rename to event_by_time;

-- With what it is listed by of its event. Whoever looks for what is due passes all that has ended since the table was
-- vacuumed: hence the factors.
create table webhook_delivery (
  account_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_at timestamptz not null,
  type text collate "C" not null,
  status text collate "C" not null check (status in ('pending', 'delivered', 'failed')),
  tries integer not null check (tries >= 0),
  attempts integer not null check (attempts >= 0),
  next_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, endpoint_id, event_id),
  check ((status = 'pending') = (next_at is not null)),
  check ((status = 'pending') = (ended_at is null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index webhook_delivery_due on webhook_delivery (account_id, endpoint_id, next_at, event_id)
 where status = 'pending';
create index webhook_delivery_newest on webhook_delivery (account_id, endpoint_id, event_at, event_id);
-- The few that somebody looks for among the many that went well.
create index webhook_delivery_failed on webhook_delivery (account_id, endpoint_id, event_at, event_id)
 where status = 'failed';

create table webhook_attempt (
  account_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  number integer not null check (number > 0),
  at timestamptz not null,
  took_ms integer not null,
  answer json not null,
  primary key (account_id, endpoint_id, event_id, number)
);

alter table job
  drop constraint job_lane_check,
  add constraint job_lane_check check (lane in ('quick', 'bulk', 'timed', 'webhooks', 'slow-webhooks'));
`,
}
