import type { AccountId, AllowedNumbers, AudienceCount, ContactTest } from '@carillon/core'
import { askFiltered, type FilteredContacts } from './filtered-contacts.js'
import { namingAccount, type OwnAccount } from '../placements/naming-accounts.js'
import { rowsOf, type Database } from '../sql/sql.js'
import { IS_ALLOWED, rangesOf } from '../schedules/allowed-numbers.js'

type Counting = { readonly account: AccountId; readonly test: ContactTest; readonly allowed: AllowedNumbers }

/** Counts the contacts that pass, and those of them that may be texted. */
export function countPassing(trx: Database, { account, test, allowed }: Counting): Promise<AudienceCount> {
  return askFiltered(trx, { account, test }, async (contacts) => {
    const statement = namingAccount((own) => counting(contacts, { own, allowed }))
    const [row] = await rowsOf<AudienceCount>(trx, statement, { ...contacts.bindings, ...rangesOf(allowed) })
    return row!
  })
}

/**
 * The index of the states of consents has all that is asked, so that no consents are read, and it is read in order. No
 * part is set apart by `offset 0`, so that Postgres can share the work among several processes.
 */
function counting(
  contacts: FilteredContacts,
  { own, allowed }: Pick<Counting, 'allowed'> & { own: OwnAccount },
): string {
  const { source, condition, share } = contacts
  return `
  select count(*)::integer as contacts,
         (count(*) filter (
           where consent.contact_id is not null${allowed === null ? '' : ` and ${IS_ALLOWED}`}
         ))::integer as messageable
    from (select contact.account_id, contact.id, contact.phone from ${source(own)} where ${condition(own)}) as contact
    ${share <= LOOKED_UP ? lookedUp(own) : JOINED}`
}

/** The share of contacts up to which looking up the state of each is faster than reading the states of all. */
const LOOKED_UP = 0.02

/** A consent in this state may be texted: the same rule as `consentStateOf` in the core. */
const OPTED_IN = "consent.state = 'opted_in'"

const JOINED = `left join (
      select contact_id
        from consent
       where consent.account_id = :account and ${OPTED_IN} and consent.contact_id is not null
    ) as consent on consent.contact_id = contact.id`

const lookedUp = (own: OwnAccount) => `left join lateral (
      select contact_id
        from consent
       where ${own('consent')}consent.account_id = contact.account_id and ${OPTED_IN}
         and consent.contact_id >= contact.id and consent.contact_id <= contact.id
       order by consent.contact_id
       limit 1
    ) as consent on true`
