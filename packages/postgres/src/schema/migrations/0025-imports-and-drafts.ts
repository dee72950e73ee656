import type { Migration } from './migration.js'

/** The hold of a broadcast; stored imports with their files and rejected rows. */
export const importsAndDrafts: Migration = {
  id: '0025-imports-and-drafts',
  sql: `
-- No message is submitted before this instant.
alter table broadcast add column held_until timestamptz;

create table contact_import (
  account_id text collate "C" not null,
  id text collate "C" not null,
  status text collate "C" not null
    check (status in ('uploading', 'ready', 'checking', 'running', 'completed', 'canceled', 'failed')),
  user_id text collate "C" not null,
  file json not null,
  mapping json not null,
  plan json,
  progress json not null,
  failure text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, id)
) with (fillfactor = 50);
create index contact_import_newest on contact_import (account_id, created_at, id);

-- The rows of an uploaded file, until the import ends.
create table contact_import_step (
  account_id text collate "C" not null,
  import_id text collate "C" not null,
  step integer not null,
  rows json not null,
  primary key (account_id, import_id, step)
);

create table rejected_row (
  account_id text collate "C" not null,
  import_id text collate "C" not null,
  line integer not null,
  class text collate "C" not null,
  reason text not null,
  cells json,
  primary key (account_id, import_id, line)
);
create index rejected_row_of_class on rejected_row (account_id, import_id, class, line);
`,
}
