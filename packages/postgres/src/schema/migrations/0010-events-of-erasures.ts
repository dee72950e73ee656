import type { Migration } from './migration.js'

/** Deliveries that name the number of an erased contact. */
export const eventsOfErasures: Migration = {
  id: '0010-events-of-erasures',
  sql: `
-- Stands in the payload and not in the kept event: null again once the delivery has ended.
alter table webhook_delivery add column phone text;
`,
}
