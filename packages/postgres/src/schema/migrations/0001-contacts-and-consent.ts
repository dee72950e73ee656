import type { Migration } from './migration.js'

/**
 * The account comes first in every key of a row that belongs to one, so that all its rows can be on one node of Citus.
 * The tables of the first part are read before the account is known; on Citus they are small copies on every node.
 */
export const contactsAndConsent: Migration = {
  id: '0001-contacts-and-consent',
  sql: `
create table account (
  id text collate "C" primary key,
  name text collate "C" not null unique,
  timezone text not null,
  silent_opt_in boolean not null,
  daily_message_quota bigint,
  rate_limits jsonb not null,
  compliance jsonb not null,
  created_at timestamptz not null
);

create table api_key (
  id text collate "C" primary key,
  account_id text collate "C" not null references account (id),
  secret_hash text not null,
  created_at timestamptz not null
);
create index api_key_of_account on api_key (account_id, id);

create table sender (
  number text collate "C" primary key,
  account_id text collate "C" not null references account (id),
  status text not null check (status in ('active', 'inactive')),
  mms boolean not null,
  messages_per_second double precision check (messages_per_second > 0),
  created_at timestamptz not null
);
create index sender_of_account on sender (account_id, created_at, number);

create table tracking_link (
  link text collate "C" primary key,
  account_id text collate "C" not null references account (id),
  target text not null,
  created_at timestamptz not null
);
create index tracking_link_of_account on tracking_link (account_id, link);

create table custom_field (
  account_id text collate "C" not null,
  key text collate "C" not null,
  label text not null,
  type text not null,
  options text[] not null,
  status text not null check (status in ('active', 'disabled', 'deleting')),
  primary key (account_id, key)
);

create table contact (
  account_id text collate "C" not null,
  id text collate "C" not null,
  phone text collate "C" not null,
  first_name text,
  last_name text,
  email text,
  birth_date text,
  gender text,
  street text,
  city text,
  state text,
  postal_code text,
  country text,
  is_favorite boolean not null,
  custom_values jsonb not null,
  tz text,
  -- First and last name as the core folds them, for the search.
  name_folded text collate "C" not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, phone)
) with (fillfactor = 90);
create index contact_newest on contact (account_id, created_at desc, id desc);

-- A row comes when its number is first locked, and is then changed again and again: half a page is left for that,
-- so that a change stays on its page and no index hears of it.
create table consent (
  account_id text collate "C" not null,
  phone text collate "C" not null,
  active_groups integer not null default 0 check (active_groups >= 0),
  opted_out_at timestamptz,
  primary key (account_id, phone)
) with (fillfactor = 50);

create table contact_group (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  name_folded text collate "C" not null,
  is_default boolean not null,
  opt_in_type text not null check (opt_in_type in ('SINGLE', 'DOUBLE')),
  opt_in_message text,
  confirm_message text,
  sender text collate "C",
  contact_count integer not null default 0 check (contact_count >= 0),
  created_at timestamptz not null,
  -- A removed group is gone for everybody but the consent log, which speaks of it by name.
  removed boolean not null default false,
  primary key (account_id, id)
) with (fillfactor = 50);

create table tag (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);

create table group_tag (
  account_id text collate "C" not null,
  group_id text collate "C" not null,
  tag_id text collate "C" not null,
  position integer not null,
  primary key (account_id, group_id, tag_id),
  foreign key (account_id, group_id) references contact_group (account_id, id),
  foreign key (account_id, tag_id) references tag (account_id, id)
);

-- Without foreign keys, which would be checked row by row at every import. A group cannot go from under its
-- members, because whoever joins counts itself there, and removing locks the row first.
create table membership (
  account_id text collate "C" not null,
  contact_id text collate "C" not null,
  group_id text collate "C" not null,
  state text not null check (state in ('pending', 'active', 'removed')),
  since timestamptz not null,
  primary key (account_id, contact_id, group_id)
);
-- Of one key for all members of a group, so that they share its bytes; it is a fraction of the size of the key above.
create index membership_of_group on membership (account_id, group_id) where state <> 'removed';

-- Only ever appended to. Texts live in rows of their own, so that they can be erased and the evidence stays.
create table consent_log (
  account_id text collate "C" not null,
  subject text collate "C" not null,
  id text collate "C" not null,
  at timestamptz not null,
  by text not null,
  group_id text collate "C",
  action text not null,
  reason text not null,
  -- The subject before the id, so that the one index finds the entries of a number too.
  primary key (account_id, subject, id)
);

create table consent_log_text (
  account_id text collate "C" not null,
  log_id text collate "C" not null,
  text text not null,
  primary key (account_id, log_id)
);

create table webhook_endpoint (
  account_id text collate "C" not null,
  id text collate "C" not null,
  url text not null,
  events text[] not null,
  sealed_secret text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table event (
  account_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz not null,
  type text not null,
  data json not null,
  primary key (account_id, id)
);
create index event_oldest on event (account_id, at, id);

create table credit_balance (
  account_id text collate "C" primary key,
  sms_available bigint not null default 0 check (sms_available >= 0),
  mms_available bigint not null default 0 check (mms_available >= 0),
  sms_reserved bigint not null default 0 check (sms_reserved >= 0),
  mms_reserved bigint not null default 0 check (mms_reserved >= 0)
) with (fillfactor = 50);

create table ledger_entry (
  account_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz not null,
  unit text not null check (unit in ('sms', 'mms')),
  from_place text not null check (from_place in ('operator', 'available', 'reserved', 'spent')),
  to_place text not null check (to_place in ('operator', 'available', 'reserved', 'spent')),
  amount bigint not null check (amount > 0),
  reference text collate "C" not null,
  primary key (account_id, id),
  check (from_place <> to_place)
);

create table rate_window (
  account_id text collate "C" not null,
  bucket text collate "C" not null,
  -- The instants granted within the last minute, oldest first.
  granted timestamptz[] not null,
  primary key (account_id, bucket)
) with (fillfactor = 50);
`,
}
