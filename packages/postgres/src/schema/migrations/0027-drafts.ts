import type { Migration } from './migration.js'

/** Messages to many people that are not finished. The dashboard keeps them while people type. */
export const drafts: Migration = {
  id: '0027-drafts',
  sql: `
create table draft (
  account_id text collate "C" not null,
  id text collate "C" not null,
  version integer not null check (version > 0),
  body text not null,
  -- Numbers in E.164 form, so that an erasure finds them, and entries that are none.
  numbers text[] not null,
  form text not null,
  created_by text collate "C" not null,
  created_at timestamptz not null,
  updated_by text collate "C" not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  primary key (account_id, id)
) with (fillfactor = 70);
`,
}
