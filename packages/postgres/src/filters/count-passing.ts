import {
  CONSENT_STATES,
  type AccountId,
  type AllowedNumbers,
  type AudienceCount,
  type ConsentState,
  type ContactTest,
} from '@carillon/core'
import { sampleContacts } from './contact-sample.js'
import { askFiltered, type FilteredContacts } from './filtered-contacts.js'
import { namingAccount, type OwnAccount } from '../placements/naming-accounts.js'
import { rowsOf, type Database } from '../sql/sql.js'
import { IS_ALLOWED, rangesOf } from './allowed-numbers.js'

type Counting = { readonly account: AccountId; readonly test: ContactTest; readonly allowed: AllowedNumbers }

/** Counts the contacts that pass, and those of them that may be texted. */
export function countPassing(trx: Database, { account, test, allowed }: Counting): Promise<AudienceCount> {
  return askFiltered(trx, { account, test }, async (contacts) => {
    const consents = await chooseConsents(trx, account, contacts)
    const statement = namingAccount((own) => counting({ contacts, consents: consents(own) }, { own, allowed }))
    const [row] = await rowsOf<AudienceCount>(trx, statement, { ...contacts.bindings, ...rangesOf(allowed) })
    return row!
  })
}

/** A join that finds a consent for some contacts, and whether these may be texted, or the others. */
type ConsentsRead = { readonly join: string; readonly mayBeTexted: string }

function counting(
  { contacts, consents }: { readonly contacts: FilteredContacts; readonly consents: ConsentsRead },
  { own, allowed }: Pick<Counting, 'allowed'> & { own: OwnAccount },
): string {
  const { source, condition } = contacts
  return `
  select count(*)::integer as contacts,
         (count(*) filter (
           where ${consents.mayBeTexted}${allowed === null ? '' : ` and ${IS_ALLOWED}`}
         ))::integer as messageable
    from (select contact.account_id, contact.id, contact.phone from ${source(own)} where ${condition(own)}) as contact
    ${consents.join}`
}

/**
 * The index of the states of consents has all that is asked, so no consents are read, and it is read in order. Of many
 * contacts, those that may be texted are joined, or those that may not, whichever are fewer: each contact has a consent.
 */
async function chooseConsents(
  trx: Database,
  account: AccountId,
  { share, readsAll }: FilteredContacts,
): Promise<(own: OwnAccount) => ConsentsRead> {
  if (share <= LOOKED_UP && !readsAll) return lookedUp
  const sample = await sampleContacts(trx, account)
  const statement = namingAccount((own) => trying(sample.source, lookedUp(own)))
  const [row] = await rowsOf<{ areMost: boolean }>(trx, statement, sample.bindings)
  return row!.areMost ? () => OTHERS : () => OPTED_IN
}

/**
 * The share of contacts up to which looking up the state of each is faster than reading the states of all. Postgres does not
 * share looking up among several processes.
 */
const LOOKED_UP = 0.02

/** Whether most contacts may be texted. */
const trying = (sample: string, { join, mayBeTexted }: ConsentsRead) => `
  select count(*) filter (where ${mayBeTexted}) * 2 > count(*) as "areMost"
    from ${sample}
    ${join}`

/** A consent in this state may be texted: the same rule as `consentStateOf` in the core. */
const MAY_BE_TEXTED: ConsentState = 'opted_in'

const lookedUp = (own: OwnAccount): ConsentsRead => ({
  mayBeTexted: 'consent.contact_id is not null',
  join: `left join lateral (
      select contact_id
        from consent
       where ${own('consent')}consent.account_id = contact.account_id and consent.state = '${MAY_BE_TEXTED}'
         and consent.contact_id >= contact.id and consent.contact_id <= contact.id
       order by consent.contact_id
       limit 1
    ) as consent on true`,
})

const OPTED_IN: ConsentsRead = { mayBeTexted: 'consent.contact_id is not null', join: joined([MAY_BE_TEXTED]) }

const OTHERS: ConsentsRead = {
  mayBeTexted: 'consent.contact_id is null',
  join: joined(CONSENT_STATES.filter((state) => state !== MAY_BE_TEXTED)),
}

function joined(states: readonly ConsentState[]): string {
  return `left join (
      select contact_id
        from consent
       where consent.account_id = :account and consent.state in (${states.map((state) => `'${state}'`).join(', ')})
         and consent.contact_id is not null
    ) as consent on consent.contact_id = contact.id`
}
