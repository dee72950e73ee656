import type { Migration } from './migration.js'

/** What tells whether a process has the secret that all others have. */
export const serviceSecret: Migration = {
  id: '0005-service-secret',
  sql: `
create table service_secret (
  id text collate "C" primary key check (id = 'one'),
  mark text not null
);
`,
}
