import type { Migration } from './migration.js'

/**
 * When the bulk texts of an account may be sent. A broadcast has the windows that its account had when it was accepted, and
 * counts the recipients who wait for theirs. A single message that observes windows has the time when its window opens.
 */
export const sendingWindows: Migration = {
  id: '0032-sending-windows',
  sql: `
alter table account add column sending_hours json not null
  default '{"windows":null,"holidays":[],"holdAtMost":"24h"}';
alter table broadcast
  add column sending_hours json,
  add column held integer not null default 0 check (held >= 0);
alter table message add column held_until timestamptz;
`,
}
