import type { Migration } from './migration.js'

/** Saved lists of contacts, and their members. */
export const contactLists: Migration = {
  id: '0006-contact-lists',
  sql: `
-- Its size changes with everything that is added.
create table contact_list (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  size integer not null check (size >= 0),
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, name)
) with (fillfactor = 50);
create index contact_list_newest on contact_list (account_id, created_at, id);

-- Without foreign keys, as memberships are: no list and no contact is ever taken away.
create table contact_list_member (
  account_id text collate "C" not null,
  list_id text collate "C" not null,
  contact_id text collate "C" not null,
  primary key (account_id, list_id, contact_id)
);
`,
}
