import type { Migration } from './migration.js'

/** How many messages one number may get, and what was submitted to each, only for accounts that limit it. */
export const frequencyCaps: Migration = {
  id: '0033-frequency-caps',
  sql: `
alter table account add column frequency_caps json not null default '[]';

-- One row for all uses of a number, whose lock makes two broadcasts to it wait for each other.
create table frequency_use (
  account_id text collate "C" not null,
  phone text collate "C" not null,
  uses json not null,
  expires_at timestamptz not null,
  primary key (account_id, phone)
) with (fillfactor = 50);
create index frequency_use_age on frequency_use (account_id, expires_at);
`,
}
