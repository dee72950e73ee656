import type { Migration } from './migration.js'

/**
 * The orders of the lists of broadcasts, of the members of a group, and of the ledger; the pause of a broadcast, occurrences to skip, and the log
 * of requests.
 */
export const lists: Migration = {
  id: '0021-lists',
  sql: `
create index broadcast_newest on broadcast (account_id, created_at, id);
create index broadcast_newest_of_status on broadcast (account_id, status collate "C", created_at, id);

-- Since when no further message is submitted.
alter table broadcast add column paused_at timestamptz;

-- The wall clocks of occurrences that are not sent.
alter table schedule add column skipped json not null default '[]';

create index membership_in_order on membership (account_id, group_id, contact_id) where state <> 'removed';

-- The primary key has the order of all causes together. Messages have most of the entries, and no index of their own.
create index ledger_entry_of_grants on ledger_entry (account_id, id) where reference = 'grant';
create index ledger_entry_of_broadcasts on ledger_entry (account_id, id) where reference >= 'b' and reference < 'c';

-- The requests of the last days, and the last use of each API key.
create table request_log (
  account_id text collate "C" not null,
  at timestamptz not null,
  id text collate "C" not null,
  key_id text collate "C" not null,
  method text not null,
  route text not null,
  status integer,
  ms integer not null check (ms >= 0),
  primary key (account_id, at, id)
);
create index request_log_failed on request_log (account_id, at, id) where status >= 400;

-- Not in the table of keys, whose rows all processes keep in memory.
create table api_key_use (
  account_id text collate "C" not null,
  key_id text collate "C" not null,
  last_at timestamptz not null,
  primary key (account_id, key_id)
) with (fillfactor = 50);
`,
}
