import type { Migration } from './migration.js'

/** The clicks on tracking links in messages. */
export const clicks: Migration = {
  id: '0003-clicks',
  sql: `
-- One row for each URL that went out, and one of the link itself, whose code is empty, for all that came without any.
create table click_count (
  account_id text collate "C" not null,
  link text collate "C" not null,
  code text collate "C" not null,
  message_id text collate "C",
  people bigint not null default 0 check (people >= 0),
  bots bigint not null default 0 check (bots >= 0),
  first_at timestamptz,
  last_at timestamptz,
  primary key (account_id, link, code),
  check ((code = '') = (message_id is null))
) with (fillfactor = 80);
create index click_count_of_message on click_count (account_id, message_id) where message_id is not null;

-- The first clicks of each URL, one by one.
create table click (
  account_id text collate "C" not null,
  link text collate "C" not null,
  code text collate "C" not null,
  position bigint not null check (position > 0),
  at timestamptz not null,
  visitor text not null check (visitor in ('person', 'bot')),
  agent text,
  primary key (account_id, link, code, position)
);
`,
}
