import type { Migration } from './migration.js'

/**
 * Adds or links the consents of contacts that joined no group when they were imported. They had none, although who may be
 * texted is counted by the consents of those who may not.
 */
export const consentsOfImportedContacts: Migration = {
  id: '0038-consents-of-imported-contacts',
  sql: `
insert into consent (account_id, phone, contact_id)
select contact.account_id, contact.phone, contact.id
  from contact
  left join consent on consent.account_id = contact.account_id and consent.phone = contact.phone
 where consent.contact_id is null
    on conflict (account_id, phone) do update
   set contact_id = excluded.contact_id;
`,
}
