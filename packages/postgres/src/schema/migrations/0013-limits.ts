import type { Migration } from './migration.js'

/** What people without an API key can cause: counters, and the limits of accounts and groups. */
export const limits: Migration = {
  id: '0013-limits',
  sql: `
-- account_id is 'service' for limits of all accounts together. entries: when the counter was used, and how often.
create table usage_counter (
  account_id text collate "C" not null,
  key text collate "C" not null,
  entries jsonb not null,
  expires_at timestamptz not null,
  primary key (account_id, key)
) with (fillfactor = 50);
create index usage_counter_age on usage_counter (account_id, expires_at);

alter table account
  add column service_texts jsonb not null default '{"perHour": 1000, "perDay": 10000, "chargeReplies": false}';
alter table account
  alter column service_texts drop default;

-- Null: the group's form has the limits of the account.
alter table contact_group
  add column form_limits jsonb;
`,
}
