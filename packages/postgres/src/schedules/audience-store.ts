import {
  CHUNK_LENGTH_MAX,
  NOT_BEGUN,
  type AccountId,
  type AllowedNumbers,
  type AudienceCount,
  type AudienceStore,
  type AudienceSurvey,
  type BroadcastId,
  type ContactTest,
  type FixAudience,
  type ListedAudience,
  type PhoneNumber,
  type ResolvedAudience,
  type TimeZone,
} from '@carillon/core'
import { toProgressRow } from '../broadcasts/chunk-row.js'
import { askFiltered, type FilteredContacts } from '../filters/filtered-contacts.js'
import { namingAccount, type OwnAccount } from '../placements/naming-accounts.js'
import { areFew, inBulk } from '../sql/join-strategy.js'
import { rowsOf, run, type Bindings, type Database } from '../sql/sql.js'
import { IS_ALLOWED, rangesOf } from '../filters/allowed-numbers.js'
import { countPassing } from '../filters/count-passing.js'

export class PostgresAudienceStore implements AudienceStore {
  constructor(private readonly trx: Database) {}

  async fix({
    account,
    audience,
    allowed,
    byZone,
    zone,
    broadcasts,
  }: FixAudience): Promise<ReadonlyMap<TimeZone, number>> {
    const zones = [...broadcasts.keys()]
    const rows = await this.ask<FixedRow>(account, audience, (contacts) => fixing(contacts, { byZone, allowed }), {
      ...progress(),
      ...rangesOf(allowed),
      zone,
      zones,
      broadcasts: zones.map((own) => broadcasts.get(own) ?? NO_BROADCAST),
    })
    return new Map(rows.map((row) => [row.zone, row.count]))
  }

  async discard(account: AccountId, broadcast: BroadcastId): Promise<void> {
    await run(this.trx, DISCARD, { account, broadcast })
  }

  async survey(account: AccountId, audience: ResolvedAudience, allowed: AllowedNumbers): Promise<AudienceSurvey> {
    const statementOn = (contacts: string) => surveying(contacts, allowed)
    const [row] = await this.ask<SurveyRow>(account, audience, statementOn, rangesOf(allowed))
    const { submitted, elsewhere, opted_out, not_opted_in } = row!
    return { submitted, elsewhere, refused: { 'hard-opted-out': opted_out, 'not-opted-in': not_opted_in } }
  }

  async count(account: AccountId, test: ContactTest, allowed: AllowedNumbers): Promise<AudienceCount> {
    await run(this.trx, ALLOW_TIME, { account })
    return countPassing(this.trx, { account, test, allowed })
  }

  async first(
    account: AccountId,
    audience: ResolvedAudience,
    { allowed, limit }: { readonly allowed: AllowedNumbers; readonly limit: number },
  ): Promise<readonly PhoneNumber[]> {
    const statementOn = (contacts: string) => searchingFirst(contacts, allowed)
    const bindings = { limit, ...rangesOf(allowed) }
    const rows = await this.ask<{ phone: PhoneNumber }>(account, audience, statementOn, bindings)
    return rows.map(({ phone }) => phone)
  }

  /** Runs the statement that suits the number of members. */
  private async ask<Row>(
    account: AccountId,
    audience: ResolvedAudience,
    statementOn: (contacts: string) => string,
    bindings: Bindings = {},
  ): Promise<readonly Row[]> {
    await run(this.trx, ALLOW_TIME, { account })
    if (audience.kind === 'filter') {
      return askFiltered(this.trx, { account, test: audience.test }, (contacts) => {
        const statement = namingAccount((own) => statementOn(filtered(contacts, own)))
        return rowsOf<Row>(this.trx, statement, { ...contacts.bindings, ...bindings })
      })
    }
    const members = membersOf(account, audience)
    const usesLookup = await areFew(this.trx, MEMBERS[audience.kind], members)
    const contactsOf = (usesLookup ? BY_LOOKUP : JOINED)[audience.kind]
    const statement = namingAccount((own) => statementOn(contactsOf(own)))
    const ask = () => rowsOf<Row>(this.trx, statement, { ...members, ...bindings })
    return usesLookup ? ask() : inBulk(this.trx, account, ask)
  }
}

/**
 * A million contacts take seconds, or longer on a busy machine. The limit also applies to the rest of the unit of work.
 */
const ALLOW_TIME = `set local statement_timeout = '10min'`

type FixedRow = { readonly zone: TimeZone; readonly count: number }
type SurveyRow = {
  readonly submitted: number
  readonly elsewhere: number
  readonly opted_out: number
  readonly not_opted_in: number
}

/** Represents "no broadcast" in an array of text. */
const NO_BROADCAST = ''

function membersOf(account: AccountId, audience: ListedAudience): Bindings {
  return audience.kind === 'list' ? { account, list: audience.list } : { account, groups: audience.groups }
}

type Contacts = (own: OwnAccount) => string

const MEMBERS = {
  groups: `
    select account_id, contact_id
      from membership
     where membership.account_id = :account and group_id = any (:groups::text[]) and state = 'active'`,
  list: `
    select account_id, contact_id
      from contact_list_member
     where contact_list_member.account_id = :account and list_id = :list`,
}

/**
 * Contains each contact once, however many groups it is a member of. Without a consent, the consent columns are null.
 */
const JOINED = byKind(
  (members) => () => `
    select contact.phone, contact.tz, consent.active_groups, consent.opted_out_at
      from contact
      left join consent on consent.account_id = :account and consent.phone = contact.phone
     where contact.account_id = :account and contact.id in (select contact_id from (${members}) as member)`,
)

/**
 * Finds the same result by look-ups. Each member row contains the account, so the planner does not see which account it
 * is; `order by` with `limit` makes each look-up use the index with this order.
 */
const BY_LOOKUP = byKind(
  (members) => (own) => `
    select contact.phone, contact.tz, consent.active_groups, consent.opted_out_at
      from (select distinct account_id, contact_id as id from (${members}) as member offset 0) as member
     cross join lateral (
       select account_id, id, phone, tz
         from contact
        where ${own('contact')}contact.account_id = member.account_id and id >= member.id
        order by id
        limit 1
     ) as contact
      ${lookedUpConsent(own)}
     where contact.id = member.id`,
)

/** The share of contacts up to which their consents are looked up. */
const LOOKED_UP = 0.1

/** The contacts that a filter finds, each once. */
const filtered = ({ source, condition, share }: FilteredContacts, own: OwnAccount) => `
    select contact.phone, contact.tz, consent.active_groups, consent.opted_out_at
      from (select contact.account_id, contact.phone, contact.tz from ${source(own)} where ${condition(own)} offset 0) as contact
      ${share <= LOOKED_UP ? lookedUpConsent(own) : JOINED_CONSENT}`

const JOINED_CONSENT = 'left join consent on consent.account_id = :account and consent.phone = contact.phone'

const lookedUpConsent = (own: OwnAccount) => `left join lateral (
       select phone, active_groups, opted_out_at
         from consent
        where ${own('consent')}consent.account_id = contact.account_id and phone >= contact.phone
        order by phone
        limit 1
     ) as consent on consent.phone = contact.phone`

function byKind(statementOf: (members: string) => Contacts): Record<ListedAudience['kind'], Contacts> {
  return { groups: statementOf(MEMBERS.groups), list: statementOf(MEMBERS.list) }
}

/** The same rule as `refusalOf` in the core. */
export const MAY_BE_TEXTED = 'active_groups > 0 and opted_out_at is null'

/**
 * Checks the ranges after the joins, which `offset 0` ensures: the planner cannot estimate how many numbers are in
 * them.
 */
function recipients(contacts: string, allowed: AllowedNumbers): string {
  const consenting = `select phone, tz from (${contacts}) as contact where ${MAY_BE_TEXTED}`
  return allowed === null ? consenting : `select * from (${consenting} offset 0) as contact where ${IS_ALLOWED}`
}

/** Represents a zone by its position among the requested zones, because numbers are sorted faster than names. */
const fixing = (contacts: string, { byZone, allowed }: Pick<FixAudience, 'byZone' | 'allowed'>) => `
  with placed as (
    select array_position(:zones::text[], ${byZone ? 'coalesce(tz, :zone)' : ':zone::text'}) as place, phone
      from (${recipients(contacts, allowed)}) as contact
  ),
  counted as (
    select place, phone, row_number() over (partition by place order by phone) - 1 as position
      from placed
     where place is not null
  ),
  chunks as materialized (
    select place, position / ${CHUNK_LENGTH_MAX} as number, count(*)::integer as length,
           string_agg(phone, ',' order by position) as phones
      from counted
     group by place, position / ${CHUNK_LENGTH_MAX}
  ),
  added as (
    insert into broadcast_chunk (
      account_id, broadcast_id, number, first_position, length, phones, cursor, waiting, misses, slices
    )
    select :account, (:broadcasts::text[])[place], number, number * ${CHUNK_LENGTH_MAX}, length, phones,
           :cursor, :waiting, :misses, :slices
      from chunks
     where (:broadcasts::text[])[place] <> '${NO_BROADCAST}'
  )
  select (:zones::text[])[place] as zone, sum(length)::integer as count from chunks group by place order by place`

/** The progress of a chunk that has not begun: its other columns are null. */
function progress() {
  const { cursor, waiting, misses, slices } = toProgressRow(NOT_BEGUN)
  return { cursor, waiting, misses, slices }
}

const DISCARD = 'delete from broadcast_chunk where account_id = :account and broadcast_id = :broadcast'

const surveying = (contacts: string, allowed: AllowedNumbers) => `
  select count(*)::integer as submitted,
         count(*) filter (where not is_allowed)::integer as elsewhere,
         count(*) filter (where is_allowed and opted_out_at is not null)::integer as opted_out,
         count(*) filter (where is_allowed and opted_out_at is null and coalesce(active_groups, 0) = 0)::integer as not_opted_in
    from (
      select opted_out_at, active_groups, ${allowed === null ? 'true' : IS_ALLOWED} as is_allowed
        from (${contacts}) as contact
    ) as contact`

const searchingFirst = (contacts: string, allowed: AllowedNumbers) => `
  select phone from (${recipients(contacts, allowed)}) as contact order by phone limit :limit`
