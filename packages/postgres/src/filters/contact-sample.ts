import { spacedIds, type AccountId, type ContactId } from '@carillon/core'
import { rowsOf, type Bindings, type Database } from '../sql/sql.js'

/** Some contacts of an account, in place of all of them, as a part of a statement. */
export type ContactSample = {
  /** A table named `contact` with all columns. */
  readonly source: string
  readonly bindings: Bindings
}

const PLACES = 20
const AT_EACH_PLACE = 50

/** Contacts of different ages: those of the same age are often alike, because they were imported together. */
export async function sampleContacts(trx: Database, account: AccountId): Promise<ContactSample> {
  const ends = await rowsOf<{ id: ContactId }>(trx, ENDS, { account })
  const [oldest, newest] = [ends[0]?.id, ends.at(-1)?.id]
  const places = oldest === undefined || newest === undefined ? [] : spacedIds(oldest, newest, PLACES)
  return { source: SOURCE, bindings: { account, places } }
}

const ENDS = `
  select id
    from (
           (select id from contact where account_id = :account order by id limit 1)
           union all
           (select id from contact where account_id = :account order by id desc limit 1)
         ) as ends
   order by id`

const SOURCE = `
  (
    select contact.*
      from unnest(:places::text[]) as place
     cross join lateral (
       select *
         from contact
        where contact.account_id = :account and contact.id >= place
        order by contact.id
        limit ${AT_EACH_PLACE}
     ) as contact
  ) as contact`
