import type { Migration } from './migration.js'

/** Who sent a receipt that was kept for its message, and the carrier's id of the message. */
export const receiptCarriers: Migration = {
  id: '0019-receipt-carriers',
  sql: `
alter table receipt
  add column carrier text,
  add column provider_id text;
`,
}
