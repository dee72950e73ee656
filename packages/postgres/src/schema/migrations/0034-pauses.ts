import type { Migration } from './migration.js'

/**
 * When a broadcast expires, and what pauses it without a request: its canary, and the setting of its account. Older
 * broadcasts never expire.
 */
export const pauses: Migration = {
  id: '0034-pauses',
  sql: `
alter table broadcast add column expires_at timestamptz;
alter table broadcast add column watch json;
create index broadcast_newest_paused on broadcast (account_id, created_at, id)
  where paused_at is not null and completed_at is null and status <> 'canceled';

alter table account add column auto_pause json;
alter table schedule add column canary json;
`,
}
