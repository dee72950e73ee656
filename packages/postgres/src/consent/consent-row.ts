import type { AccountId, ContactId } from '@carillon/core'
import { namingAccount } from '../placements/naming-accounts.js'
import { rowsOf, run, type Database } from '../sql/sql.js'

/** The same rule as `consentStateOf` in the core, as an expression: an index has the contacts of each state in order. */
export function consentStateOf(row: string, pendingGroups: string): string {
  return `case
           when ${row}.opted_out_at is not null then 'opted_out'
           when ${row}.active_groups > 0 then 'opted_in'
           when ${pendingGroups} > 0 then 'pending'
           else 'none'
         end`
}

/** Adds the missing consents of contacts that were just added, and links the others to them. */
export async function linkConsents(
  trx: Database,
  account: AccountId,
  contacts: readonly { readonly id: ContactId }[],
): Promise<void> {
  if (contacts.length > 0) await run(trx, LINK, { account, ids: contacts.map(({ id }) => id) })
}

/** Counts the pending memberships of these contacts again, whose consents the caller has locked. */
export async function recountPending(trx: Database, account: AccountId, contacts: readonly ContactId[]) {
  if (contacts.length > 0) await rowsOf(trx, RECOUNT, { account, ids: contacts })
}

const LINK = namingAccount(
  (own) => `
  insert into consent (account_id, phone, contact_id)
  select contact.account_id, contact.phone, contact.id
    from (select :account::text as account_id, id from unnest(:ids::text[]) as given (id) offset 0) as added
   cross join lateral (
     select account_id, phone, id
       from contact
      where ${own('contact')}contact.account_id = added.account_id and contact.id = added.id
     offset 0
   ) as contact
   order by contact.phone
      on conflict (account_id, phone) do update
     set contact_id = excluded.contact_id
   where consent.contact_id is distinct from excluded.contact_id`,
)

/** Each contact is looked up separately, in the order of the numbers, in which all stores lock. */
const RECOUNT = namingAccount(
  (own) => `
  with held as materialized (
    select consent.account_id, consent.phone, found.pending
      from (
             select changed.account_id, contact.phone, counted.pending
               from (select :account::text as account_id, id from unnest(:ids::text[]) as given (id) offset 0) as changed
              cross join lateral (
                select phone
                  from contact
                 where ${own('contact')}contact.account_id = changed.account_id and contact.id = changed.id
                offset 0
              ) as contact
              cross join lateral (
                select count(*)::integer as pending
                  from membership
                 where ${own('membership')}membership.account_id = changed.account_id
                   and membership.contact_id = changed.id and membership.state = 'pending'
              ) as counted
              order by contact.phone
             offset 0
           ) as found
     cross join lateral (
       select account_id, phone
         from consent
        where ${own('consent')}consent.account_id = found.account_id and consent.phone = found.phone
       offset 0
          for update
     ) as consent
  )
  update consent
     set pending_groups = held.pending,
         state = ${consentStateOf('consent', 'held.pending')}
    from held
   where consent.account_id = held.account_id and consent.phone = held.phone`,
)
