import type { Migration } from './migration.js'

/** Which carriers were tried for a message, and the codes of the carriers for failures. */
export const carriers: Migration = {
  id: '0015-carriers',
  sql: `
alter table message
  add column carrier_code text,
  add column tries json;
alter table receipt
  add column carrier_code text;
-- The carrier of the file of carriers that the number sends by; null: as the routes say.
alter table sender
  add column carrier text;
`,
}
