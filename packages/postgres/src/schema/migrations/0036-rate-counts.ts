import type { Migration } from './migration.js'

/** What the rates of an account's senders count. */
export const rateCounts: Migration = {
  id: '0036-rate-counts',
  sql: `
alter table account add column rate_counts text not null default 'parts';
alter table account add constraint account_rate_counts check (rate_counts in ('parts', 'messages'));
`,
}
