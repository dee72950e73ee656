import type { Migration } from './migration.js'

/** Whether smart encoding is applied to texts. A schedule with null does as its account has it. */
export const smartEncoding: Migration = {
  id: '0029-smart-encoding',
  sql: `
alter table account add column smart_encoding boolean not null default false;
alter table broadcast add column smart_encoding boolean not null default false;
alter table schedule add column smart_encoding boolean;
`,
}
