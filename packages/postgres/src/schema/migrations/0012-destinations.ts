import type { Migration } from './migration.js'

/** Where the texts of an account may go. */
export const destinations: Migration = {
  id: '0012-destinations',
  sql: `
alter table account
  add column destinations jsonb not null
    default '{"allowedCountries": null, "allowPremium": false, "formCountries": null}';
`,
}
