import type { Migration } from './migration.js'

/** Broadcasts and batches: their recipients in chunks, the recipients' keys, and the throttles of senders. */
export const broadcasts: Migration = {
  id: '0004-broadcasts',
  sql: `
alter table message add column broadcast_id text collate "C";

-- What grows at its end costs less to keep, and read backward it is newest first. The messages of one number are put in
-- order when somebody asks for them: without instants and ids, these indexes have a fraction of the size.
drop index message_newest;
drop index message_to;
drop index message_from;
create index message_newest on message (account_id, created_at, id);
create index message_to on message (account_id, to_number);
create index message_from on message (account_id, from_number);

-- Counted up with every slice, by several workers at once.
create table broadcast (
  account_id text collate "C" not null,
  id text collate "C" not null,
  from_number text collate "C" not null,
  body text,
  media_url text,
  status text not null check (status in ('queued', 'sending', 'completed', 'canceled', 'failed')),
  total integer not null check (total >= 0),
  sent integer not null check (sent >= 0),
  failed integer not null check (failed >= 0),
  canceled integer not null check (canceled >= 0),
  delivered integer not null check (delivered >= 0),
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  retried_as text collate "C",
  primary key (account_id, id),
  check (sent + failed + canceled <= total),
  check (delivered <= sent)
) with (fillfactor = 50);
-- For an operator, who has but the id.
create index broadcast_by_id on broadcast (id);

-- The recipients stand in a few long values, which live outside the row and are left alone when it changes.
create table broadcast_chunk (
  account_id text collate "C" not null,
  broadcast_id text collate "C" not null,
  number integer not null check (number >= 0),
  first_position integer not null check (first_position >= 0),
  length integer not null check (length > 0),
  phones text not null,
  keys text,
  bodies json,
  media_urls json,
  cursor integer not null check (cursor between 0 and length),
  waiting json not null,
  retry_at timestamptz,
  misses integer not null check (misses >= 0),
  slices integer not null check (slices >= 0),
  attempt json,
  attempt_id text collate "C",
  attempt_texts json,
  primary key (account_id, broadcast_id, number),
  check ((attempt is null) = (attempt_id is null)),
  check (attempt_texts is null or attempt is not null)
) with (fillfactor = 50);
-- Not compressed: that takes Postgres four times as long as all else of storing 50,000 numbers.
alter table broadcast_chunk
  alter column phones set storage external,
  alter column keys set storage external,
  alter column bodies set storage external,
  alter column attempt set storage external,
  alter column attempt_texts set storage external;

create table recipient_key (
  account_id text collate "C" not null,
  phone text collate "C" not null,
  key text collate "C" not null,
  broadcast_id text collate "C" not null,
  expires_at timestamptz,
  primary key (account_id, phone, key)
) with (fillfactor = 70);
create index recipient_key_expiry on recipient_key (account_id, expires_at) where expires_at is not null;

-- What a sender has handed over lately, or is handing over.
create table sender_pace (
  account_id text collate "C" not null,
  number text collate "C" not null,
  turns json not null,
  primary key (account_id, number)
) with (fillfactor = 50);

create table carrier_look_up (
  account_id text collate "C" not null,
  phone text collate "C" not null,
  name text not null,
  line_type text not null check (line_type in ('mobile', 'landline', 'voip', 'unknown')),
  looked_up_at timestamptz not null,
  primary key (account_id, phone)
) with (fillfactor = 80);
create index carrier_look_up_age on carrier_look_up (account_id, looked_up_at);

-- Those whose message never came, or that nobody has asked for, are taken away when they are old.
create index receipt_age on receipt (account_id, at);
`,
}
