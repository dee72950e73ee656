import type { Migration } from './migration.js'

/** The fingerprint of the secret that all processes share. */
export const serviceSecret: Migration = {
  id: '0005-service-secret',
  sql: `
create table service_secret (
  id text collate "C" primary key check (id = 'one'),
  mark text not null
);
`,
}
