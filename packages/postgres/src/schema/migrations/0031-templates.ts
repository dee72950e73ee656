import type { Migration } from './migration.js'

/** Texts that accounts save under a name, with all their versions, and what was sent with which version. */
export const templates: Migration = {
  id: '0031-templates',
  sql: `
-- With the content of the newest version, so that it is locked and read in one row.
create table template (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  name_folded text collate "C" not null,
  version integer not null check (version > 0),
  body text not null,
  media_url text,
  language json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, name)
) with (fillfactor = 70);

create table template_version (
  account_id text collate "C" not null,
  template_id text collate "C" not null,
  version integer not null check (version > 0),
  body text not null,
  media_url text,
  language json,
  created_at timestamptz not null,
  primary key (account_id, template_id, version),
  foreign key (account_id, template_id) references template (account_id, id) on delete cascade
);

-- The id and the version; a broadcast also has the texts in other languages.
alter table message add column template json;
alter table broadcast add column template json;
alter table broadcast_chunk add column templates json;
alter table schedule add column template_id text collate "C";
`,
}
