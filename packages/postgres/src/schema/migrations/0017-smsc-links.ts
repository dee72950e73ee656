import type { Migration } from './migration.js'

/** What SMPP binds in several processes must know of each other's messages. */
export const smscLinks: Migration = {
  id: '0017-smsc-links',
  sql: `
-- A message of the SMSC, with the part of the text that it carries, and its final state. Either may come first.
create table smsc_message (
  carrier text collate "C" not null,
  id text collate "C" not null,
  reference text collate "C",
  part integer,
  parts integer,
  state json,
  saved_at timestamptz not null,
  primary key (carrier, id)
);
create index smsc_message_old on smsc_message (carrier, saved_at);
-- What the SMSC returns in a receipt besides the id. The reference is null if two texts have the same.
create table smsc_echo (
  carrier text collate "C" not null,
  key text collate "C" not null,
  reference text collate "C",
  part integer not null,
  parts integer not null,
  saved_at timestamptz not null,
  primary key (carrier, key)
);
create index smsc_echo_old on smsc_echo (carrier, saved_at);
create table smsc_text (
  carrier text collate "C" not null,
  reference text collate "C" not null,
  parts integer not null,
  delivered integer[] not null default '{}',
  result json,
  is_reported boolean not null default false,
  claimed_until timestamptz not null,
  saved_at timestamptz not null,
  primary key (carrier, reference)
);
create index smsc_text_old on smsc_text (carrier, saved_at);
create index smsc_text_unreported on smsc_text (carrier, claimed_until) where result is not null and not is_reported;
-- Inbound texts in parts, until they are whole.
create table smsc_inbound_text (
  carrier text collate "C" not null,
  key text collate "C" not null,
  began_at timestamptz not null,
  finished_at timestamptz,
  claimed_until timestamptz not null default '-infinity',
  primary key (carrier, key)
);
create table smsc_inbound_part (
  carrier text collate "C" not null,
  key text collate "C" not null,
  part integer not null,
  parts integer not null,
  from_number text not null,
  to_number text not null,
  id text not null,
  data_coding integer not null,
  octets bytea not null,
  at timestamptz not null,
  primary key (carrier, key, part),
  foreign key (carrier, key) references smsc_inbound_text (carrier, key) on delete cascade
);
`,
}
