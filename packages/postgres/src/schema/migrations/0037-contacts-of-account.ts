import type { Migration } from './migration.js'

/**
 * Reads all contacts of an account: with a fifteenth of the pages of the primary key, because the entries of an account
 * share its id, and in the order in which the contacts are stored. The condition, which always holds, keeps this index from
 * statements that look up single contacts: only statements with the same condition use it.
 */
export const contactsOfAccount: Migration = {
  id: '0037-contacts-of-account',
  sql: `
create index contact_of_account on contact (account_id) where length(account_id) > 0;
`,
}
