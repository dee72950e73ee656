import {
  CHUNK_LENGTH_MAX,
  NOT_BEGUN,
  type AccountId,
  type Audience,
  type AudienceStore,
  type AudienceSurvey,
  type BroadcastId,
  type FixAudience,
  type PhoneNumber,
  type TimeZone,
} from '@carillon/core'
import type { Knex } from 'knex'
import { toProgressRow } from './chunk-row.js'
import { rowsOf, run, type Bindings } from './sql.js'

export class PostgresAudienceStore implements AudienceStore {
  constructor(private readonly trx: Knex) {}

  async fix({ account, audience, byZone, zone, broadcasts }: FixAudience): Promise<ReadonlyMap<TimeZone, number>> {
    await run(this.trx, ALLOW_TIME, {})
    const zones = [...broadcasts.keys()]
    const rows = await rowsOf<FixedRow>(this.trx, fixing(audience, byZone), {
      ...progress(),
      ...membersOf(account, audience),
      zone,
      zones,
      broadcasts: zones.map((own) => broadcasts.get(own) ?? NO_BROADCAST),
    })
    return new Map(rows.map((row) => [row.zone, row.count]))
  }

  async discard(account: AccountId, broadcast: BroadcastId): Promise<void> {
    await run(this.trx, DISCARD, { account, broadcast })
  }

  async survey(account: AccountId, audience: Audience): Promise<AudienceSurvey> {
    await run(this.trx, ALLOW_TIME, {})
    const [row] = await rowsOf<SurveyRow>(this.trx, surveying(audience), membersOf(account, audience))
    const { submitted, opted_out, not_opted_in } = row!
    return { submitted, refused: { 'hard-opted-out': opted_out, 'not-opted-in': not_opted_in } }
  }

  async first(account: AccountId, audience: Audience, limit: number): Promise<readonly PhoneNumber[]> {
    await run(this.trx, ALLOW_TIME, {})
    const asked = { ...membersOf(account, audience), limit }
    const rows = await rowsOf<{ phone: PhoneNumber }>(this.trx, lookingAtFirst(audience), asked)
    return rows.map(({ phone }) => phone)
  }
}

/** A million contacts take seconds, on a busy machine many. It holds for what follows in the unit of work, too. */
const ALLOW_TIME = `set local statement_timeout = '10min'`

type FixedRow = { readonly zone: TimeZone; readonly count: number }
type SurveyRow = { readonly submitted: number; readonly opted_out: number; readonly not_opted_in: number }

/** What stands for none in a list of text. */
const NO_BROADCAST = ''

function membersOf(account: AccountId, audience: Audience): Bindings {
  return audience.kind === 'list' ? { account, list: audience.list } : { account, groups: audience.groups }
}

const MEMBERS = {
  groups: `
    select contact_id
      from membership
     where membership.account_id = :account and group_id = any (:groups::text[]) and state = 'active'`,
  list: `
    select contact_id
      from contact_list_member
     where contact_list_member.account_id = :account and list_id = :list`,
}

/** As `refusalOf` in the core has it. */
const MAY_BE_TEXTED = 'consent.active_groups > 0 and consent.opted_out_at is null'

/** Each contact stands for itself once, whatever it is a member of. */
const reached = ({ kind }: Audience) => `
    from contact
    join consent on consent.account_id = :account and consent.phone = contact.phone
   where contact.account_id = :account and contact.id in (${MEMBERS[kind]}) and ${MAY_BE_TEXTED}`

/** A zone goes by its place among those that were asked for: numbers are sorted faster than names. */
const fixing = (audience: Audience, byZone: boolean) => `
  with placed as (
    select array_position(:zones::text[], ${byZone ? 'coalesce(contact.tz, :zone)' : ':zone::text'}) as place,
           contact.phone ${reached(audience)}
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

/** Of a chunk that is not begun: what else its progress has is null. */
function progress() {
  const { cursor, waiting, misses, slices } = toProgressRow(NOT_BEGUN)
  return { cursor, waiting, misses, slices }
}

const DISCARD = 'delete from broadcast_chunk where account_id = :account and broadcast_id = :broadcast'

const surveying = ({ kind }: Audience) => `
  select count(*)::integer as submitted,
         count(*) filter (where opted_out_at is not null)::integer as opted_out,
         count(*) filter (where opted_out_at is null and coalesce(active_groups, 0) = 0)::integer as not_opted_in
    from contact
    left join consent on consent.account_id = :account and consent.phone = contact.phone
   where contact.account_id = :account and contact.id in (${MEMBERS[kind]})`

const lookingAtFirst = (audience: Audience) => `
  select contact.phone ${reached(audience)} order by contact.phone limit :limit`
