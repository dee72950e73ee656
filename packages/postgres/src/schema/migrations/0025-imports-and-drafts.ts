import type { Migration } from './migration.js'

/** The hold of a broadcast; stored imports with their files, faults and rejected rows; drafts of messages. */
export const importsAndDrafts: Migration = {
  id: '0025-imports-and-drafts',
  sql: `
-- No message is submitted before this instant.
alter table broadcast add column held_until timestamptz;
`,
}
