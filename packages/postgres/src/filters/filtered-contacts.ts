import type { AccountId, ContactTest } from '@carillon/core'
import { TOKENS } from './search-lexemes.js'
import { namingAccount, type OwnAccount } from '../placements/naming-accounts.js'
import { areFew } from '../sql/join-strategy.js'
import { rowsOf, run, type Bindings, type Database } from '../sql/sql.js'
import { sampleContacts } from './contact-sample.js'
import { filterLexemesOf } from './filter-lexemes.js'
import { filterSqlOf, type FilterSql } from './filter-sql.js'

/** The contacts of an account that pass a test, as parts of a statement. */
export type FilteredContacts = {
  /** A table named `contact` with all columns, and the joins of the condition. */
  readonly source: (own: OwnAccount) => string
  readonly condition: (own: OwnAccount) => string
  readonly bindings: Bindings
  /** Which part of the account's contacts passes, by a sample: where it is small, what belongs to them is looked up. */
  readonly share: number
  /** Whether all contacts of the account are read, which Postgres can share among several processes. */
  readonly readsAll: boolean
}

/** The share of contacts up to which they are found by the index. */
const FOUND = 0.2

/**
 * Chooses how the contacts are found. The members of a small group are looked up. Where the index of the search finds a
 * small part of the account's contacts, only these are read; otherwise all of them are.
 */
export async function askFiltered<T>(
  trx: Database,
  given: Given,
  ask: (contacts: FilteredContacts) => Promise<T>,
): Promise<T> {
  const { account, test } = given
  const filter = (own: OwnAccount) => filterSqlOf(test, own)
  const joins = (own: OwnAccount) => filter(own).joins
  const { bindings: ownBindings } = filter(() => '')
  const parts = { condition: (own: OwnAccount) => filter(own).condition, bindings: { account, ...ownBindings } }
  const chosen = await chooseSource(trx, given, filter)
  await run(trx, IN_BULK, { account })
  const found = await ask({
    ...parts,
    source: (own) => chosen.source(own) + joins(own),
    share: chosen.share,
    readsAll: chosen.readsAll,
    bindings: { ...parts.bindings, ...chosen.bindings },
  })
  await run(trx, AS_USUAL, { account })
  return found
}

type Given = { readonly account: AccountId; readonly test: ContactTest }

type ChosenSource = Pick<FilteredContacts, 'source' | 'bindings' | 'share' | 'readsAll'>

async function chooseSource(
  trx: Database,
  given: Given,
  filter: (own: OwnAccount) => FilterSql,
): Promise<ChosenSource> {
  const { account, test } = given
  const groups = requiredGroups(test)
  if (groups !== null && (await areFew(trx, MEMBERS, { account, groups }))) {
    return { source: lookedUp, share: 0, readsAll: false, bindings: { groups } }
  }
  const { lexemes, share } = await tryOnSample(trx, given, filter)
  return lexemes === null
    ? { source: () => OF_ACCOUNT, share, readsAll: true, bindings: {} }
    : { source: indexed, share, readsAll: false, bindings: { lexemes } }
}

/** The groups of which every contact that passes the test is a member, if there are such. */
function requiredGroups(test: ContactTest): readonly string[] | null {
  if (test.kind === 'member') return test.groups
  if (test.kind !== 'all') return null
  return test.tests.map(requiredGroups).find((groups) => groups !== null) ?? null
}

/** Without `lexemes`, the index cannot tell who passes, finds too many contacts, or does not have all of them yet. */
async function tryOnSample(
  trx: Database,
  { account, test }: Given,
  filter: (own: OwnAccount) => FilterSql,
): Promise<{ readonly lexemes: string | null; readonly share: number }> {
  const lexemes = filterLexemesOf(account, test)
  const sample = await sampleContacts(trx, account)
  const { joins, bindings } = filter(() => '')
  const isIndexed = lexemes === null ? null : IS_FOUND
  const statement = namingAccount((own) =>
    trying({ sample: sample.source, isIndexed, passes: joins === '' ? filter(own).condition : null }),
  )
  const bound = { ...sample.bindings, ...(joins === '' && bindings), ...(lexemes !== null && { lexemes }) }
  const [row] = await rowsOf<TriedRow>(trx, statement, bound)
  const { sampled, found, passing, is_complete: isComplete } = row!
  const isUseful = isComplete && found <= FOUND * sampled
  return { lexemes: isUseful ? lexemes : null, share: (passing ?? found) / Math.max(1, sampled) }
}

type TriedRow = {
  readonly sampled: number
  readonly found: number
  readonly passing: number | null
  readonly is_complete: boolean
}

const IS_FOUND = `${TOKENS} @@ :lexemes::tsquery`

type Tried = { readonly sample: string; readonly isIndexed: string | null; readonly passes: string | null }

/** Conditions that are null are not counted: the first one as if all were found. */
const trying = ({ sample, isIndexed, passes }: Tried) => `
  select count(*)::integer as sampled,
         (count(*) filter (where ${isIndexed ?? 'true'}))::integer as found,
         ${passes === null ? 'null::integer' : `(count(*) filter (where ${passes}))::integer`} as passing,
         not exists (
           select from contact
            where contact.account_id = :account and contact.search is null
         ) as is_complete
    from ${sample}`

/**
 * Without statistics of the account, Postgres might compare every contact with every member, or read the contacts of
 * other accounts. Look-ups are nested loops all the same, but Postgres then expects them to be so expensive that it would
 * compile them, which takes far longer than to run them. Compiling does not speed up reading all contacts either.
 */
const IN_BULK = `
  select set_config('enable_nestloop', 'off', true), set_config('enable_seqscan', 'off', true),
         set_config('jit', 'off', true), set_config('work_mem', '16MB', true)`

/** The memory may be used by the rest of the unit of work, too, and nothing in it is compiled. */
const AS_USUAL = "select set_config('enable_nestloop', 'on', true), set_config('enable_seqscan', 'on', true)"

/** The condition on the length is that of the index of an account's contacts, see the migration. */
const OF_ACCOUNT = `
  (select * from contact where contact.account_id = :account and length(contact.account_id) > 0) as contact`

/** The account is checked afterwards, so that only the index of the tokens can be used. */
const indexed = (own: OwnAccount) => `
  (
    select *
      from (
             select * from contact where ${own('contact')}${TOKENS} @@ :lexemes::tsquery offset 0
           ) as contact
     where contact.account_id = :account
  ) as contact`

const MEMBERS = `
    select account_id, contact_id
      from membership
     where membership.account_id = :account and group_id = any (:groups::text[]) and state <> 'removed' and state = 'active'`

/** As the audiences of groups are looked up: the planner does not see which account it is. */
const lookedUp = (own: OwnAccount) => `
  (
    select contact.*
      from (select distinct account_id, contact_id from (${MEMBERS}) as member offset 0) as member
     cross join lateral (
       select *
         from contact
        where ${own('contact')}contact.account_id = member.account_id and contact.id >= member.contact_id
          and contact.id <= member.contact_id
        order by contact.id
        limit 1
     ) as contact
    offset 0
  ) as contact`
