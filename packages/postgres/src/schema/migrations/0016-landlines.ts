import type { Migration } from './migration.js'

/** Whether an account texts landlines. */
export const landlines: Migration = {
  id: '0016-landlines',
  sql: `
alter table account
  add column refuse_landlines boolean not null default false;
`,
}
