import {
  fieldToken,
  zoneToken,
  type AccountId,
  type ContactFilter,
  type ContactStep,
  type SearchTerm,
} from '@carillon/core'
import { namingAccount, type OwnAccount } from '../placements/naming-accounts.js'
import type { Bindings, TwoForms } from '../sql/sql.js'
import { fieldLexeme, termLexemes, TOKENS, zoneLexeme } from '../filters/search-lexemes.js'

/** A search as parts of statements. */
export type Search = {
  readonly bindings: Bindings
  /** Conditions on the tokens and the number of a `contact`. */
  readonly texts: readonly TextCondition[]
  /** Conditions on the `id` of a row that also has the account. */
  readonly memberships: Readonly<Partial<Record<Exclude<Source, 'account'>, Condition>>>
}

type Condition = (own: OwnAccount) => string

/** `lexemes`: what an index finds such contacts by; null if it would find nearly all. */
export type TextCondition = { readonly sql: string; readonly lexemes: string | null }

export function searchOf(account: AccountId, { text, group, consent, tz, field }: ContactFilter): Search {
  const bindings: Record<string, string> = { account }
  const texts: TextCondition[] = (text ?? []).map((term, i) => {
    bindings[`word${i}`] = ` ${term.word}`
    if (term.digits !== null) bindings[`digits${i}`] = term.digits
    return { sql: matchesTerm(term, i), lexemes: termLexemes(account, term) }
  })
  if (field !== null) {
    bindings['field'] = ` ${fieldToken(field)}`
    texts.push({ sql: hasToken('field'), lexemes: fieldLexeme(account, field) })
  }
  if (tz !== null) {
    bindings['tz'] = ` ${zoneToken(tz)}`
    texts.push({ sql: hasToken('tz'), lexemes: zoneLexeme(account, tz) })
  }
  if (group !== null) bindings['group'] = group
  if (consent !== null) bindings['consent'] = consent
  const memberships = {
    ...(group !== null && { group: isMember }),
    ...(consent !== null && { consent: hasConsent }),
  }
  return { bindings, texts, memberships }
}

const hasToken = (name: string) => `position(:${name} in ' ' || contact.search) > 0`

function matchesTerm({ digits }: SearchTerm, i: number): string {
  return digits === null
    ? hasToken(`word${i}`)
    : `(${hasToken(`word${i}`)} or position(:digits${i} in contact.phone) > 0)`
}

const isMember: Condition = (own) => `exists (
           select from membership
            where ${own('membership')}membership.account_id = listed.account_id and membership.contact_id = listed.id
              and membership.group_id = :group and membership.state = 'active'
           offset 0
         )`

/** By the index that has the contacts of each state: it is read in order, and has all that is asked for. */
const hasConsent: Condition = (own) => `exists (
           select from consent
            where ${own('consent')}consent.account_id = listed.account_id and consent.state = :consent
              and consent.contact_id = listed.id
           offset 0
         )`

/** The contacts that are examined one after the other, in their order. */
export type Source = 'account' | 'group' | 'consent'

export const SOURCES: Readonly<Record<Source, { readonly id: string; readonly sql: string }>> = {
  account: { id: 'id', sql: 'select account_id, id, phone, search from contact where account_id = :account' },
  group: {
    id: 'contact_id',
    sql: `
    select account_id, contact_id as id
      from membership
     where account_id = :account and group_id = :group and state <> 'removed' and state = 'active'`,
  },
  consent: {
    id: 'contact_id',
    sql: `
    select account_id, contact_id as id
      from consent
     where account_id = :account and state = :consent and contact_id is not null`,
  },
}

export type Examining = Pick<ContactStep, 'order' | 'after'> & { readonly source: Source; readonly max: number }

const examined = ({ source, order, after, max }: Examining) => {
  const { sql, id } = SOURCES[source]
  return `${sql}${after === null ? '' : ` and ${id} ${order === 'newest' ? '<' : '>'} :after`}
         order by ${id}${order === 'newest' ? ' desc' : ''}
         limit ${max}`
}

/** The id of the last contact that is examined, if there are so many. */
export const lastExamined = (examining: Examining) =>
  `select id from (${examined(examining)}) as listed offset ${examining.max - 1}`

/** Examines contact after contact, and ends when enough were found. Looks up a contact only for its texts. */
const found = (search: Search, examining: Examining, own: OwnAccount) => `
  select listed.account_id, listed.id
    from (${examined(examining)}) as listed
   ${search.texts.length === 0 ? '' : examining.source === 'account' ? IS_LISTED : ofListed(own)}
   where ${allOf([...search.texts.map(({ sql }) => sql), ...checksOf(search, examining.source).map((check) => check(own))])}
   order by listed.id${examining.order === 'newest' ? ' desc' : ''}
   limit :limit`

/** A row of this source is the contact itself. */
const IS_LISTED = 'cross join lateral (select listed.phone, listed.search) as contact'

const ofListed = (own: OwnAccount) => `cross join lateral (
     select phone, search
       from contact
      where ${own('contact')}contact.account_id = listed.account_id and contact.id = listed.id
     offset 0
   ) as contact`

/** The source has checked its own condition. */
const checksOf = ({ memberships }: Search, source: Source) =>
  Object.entries(memberships)
    .filter(([name]) => name !== source)
    .map(([, check]) => check)

/** How many rows are looked up for each contact that is examined: the contact for its texts, and its memberships. */
export const lookUpsOf = (search: Search, source: Source) =>
  (source !== 'account' && search.texts.length > 0 ? 1 : 0) + checksOf(search, source).length

export const countInOrder = (search: Search, examining: Examining): TwoForms =>
  namingAccount((own) => `select count(*)::integer as count from (${found(search, examining, own)}) as found`)

export const listInOrder = (search: Search, examining: Examining): TwoForms =>
  namingAccount(
    (own) => `
  select contact.*
    from (${found(search, examining, own)}) as found
   ${contactOfFound(own)}
   order by contact.id${examining.order === 'newest' ? ' desc' : ''}`,
  )

const contactOfFound = (own: OwnAccount) => `cross join lateral (
     select *
       from contact
      where ${own('contact')}contact.account_id = found.account_id and contact.id = found.id
     offset 0
   ) as contact`

/** Of the newest and the oldest contacts, how many there are, and how many meet each of the text conditions. */
export const sampling = ({ texts }: Search, max: number) => `
  select count(*)::integer as sampled,
         json_build_array(${texts.map(({ sql }) => `count(*) filter (where ${sql})`).join(', ')}) as matching
    from (
           (select phone, search from contact where account_id = :account order by id desc limit ${max})
           union all
           (select phone, search from contact where account_id = :account order by id limit ${max})
         ) as contact`

type Matching = { readonly own: OwnAccount; readonly max: number; readonly condition?: string }

/**
 * The contacts that the index finds, up to `max`, and those among them that match. The account is checked afterwards, so
 * that only the index of the tokens can be used.
 */
const matching = (search: Search, { own, max, condition = 'true' }: Matching) => `
  with examined as materialized (
    select account_id, id, phone, search
      from contact
     where ${own('contact')}${TOKENS} @@ :lexemes::tsquery limit ${max + 1}
  ),
  matching as materialized (
    select contact.account_id, contact.id
      from examined as contact
     cross join lateral (select contact.account_id, contact.id) as listed
     where ${allOf([
       condition,
       'contact.account_id = :account',
       ...search.texts.map(({ sql }) => sql),
       ...checksOf(search, 'account').map((check) => check(own)),
     ])}
  )`

/** Returns at least one row, so that it is known how many contacts were examined and match: none if they are too many. */
export const listIndexed = (search: Search, { order, after, max }: Omit<Examining, 'source'>): TwoForms =>
  namingAccount(
    (own) => `
  ${matching(search, { own, max, condition: `(select count(*) from examined) <= ${max}` })}
  select counted.*, contact.*
    from (
           select (select count(*)::integer from examined) as examined_count,
                  (select count(*)::integer from matching) as matching_count
         ) as counted
    left join (
           select contact.*
             from (
                    select account_id, id
                      from matching
                     where ${after === null ? 'true' : `id ${order === 'newest' ? '<' : '>'} :after`}
                     order by id${order === 'newest' ? ' desc' : ''}
                     limit :limit
                  ) as found
            ${contactOfFound(own)}
         ) as contact on true
   order by contact.id${order === 'newest' ? ' desc' : ''}`,
  )

export const countIndexed = (search: Search, max: number): TwoForms =>
  namingAccount(
    (own) => `
  ${matching(search, { own, max })}
  select (select count(*)::integer from examined) as examined_count,
         (select count(*)::integer from matching) as matching_count`,
  )

function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}
