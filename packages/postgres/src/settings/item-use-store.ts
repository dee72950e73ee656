import type {
  AccountId,
  CustomFieldKey,
  FieldValues,
  FilterItem,
  GroupId,
  ItemUseStore,
  SegmentId,
  Template,
  TemplateId,
  UsingSchedules,
  UsingTemplates,
} from '@carillon/core'
import { fromRow, SCHEDULE_COLUMNS, type ScheduleRow } from '../schedules/schedule-row.js'
import { rowsOf, type Database } from '../sql/sql.js'

export class PostgresItemUseStore implements ItemUseStore {
  constructor(private readonly trx: Database) {}

  schedulesTo(account: AccountId, named: GroupId | SegmentId, limit: number): Promise<UsingSchedules> {
    return this.schedules(SCHEDULES_TO, { account, used: named, limit })
  }

  schedulesWithSegments(account: AccountId, limit: number): Promise<UsingSchedules> {
    return this.schedules(SCHEDULES_WITH_SEGMENTS, { account, limit })
  }

  schedulesFilteringBy(
    account: AccountId,
    item: Exclude<FilterItem, { kind: 'group' }>,
    limit: number,
  ): Promise<UsingSchedules> {
    const used = item.kind === 'customField' ? item.key : item.link
    return this.schedules(SCHEDULES_FILTERING_BY[item.kind], { account, used, limit })
  }

  schedulesFrom(account: AccountId, number: string, limit: number): Promise<UsingSchedules> {
    return this.schedules(SCHEDULES_FROM, { account, used: number, limit })
  }

  schedulesWith(account: AccountId, text: string, limit: number): Promise<UsingSchedules> {
    return this.schedules(SCHEDULES_WITH, { account, used: text, limit })
  }

  schedulesUsing(account: AccountId, template: TemplateId, limit: number): Promise<UsingSchedules> {
    return this.schedules(SCHEDULES_USING, { account, used: template, limit })
  }

  templatesWith(account: AccountId, text: string, limit: number): Promise<UsingTemplates> {
    return this.templates(TEMPLATES_WITH, { account, used: text, limit })
  }

  templatesChoosingBy(account: AccountId, field: CustomFieldKey, limit: number): Promise<UsingTemplates> {
    return this.templates(TEMPLATES_CHOOSING_BY, { account, used: field, limit })
  }

  async membersOf(account: AccountId, group: GroupId): Promise<{ readonly active: number; readonly pending: number }> {
    const [row] = await rowsOf<MembersRow>(this.trx, MEMBERS, { account, group })
    return row!
  }

  async valuesOf(account: AccountId, field: CustomFieldKey): Promise<FieldValues> {
    const [found] = await rowsOf<{ contacts: number }>(this.trx, VALUES, { account, field })
    const { contacts } = found!
    const rows = contacts === 0 ? [] : await rowsOf<OptionRow>(this.trx, OPTIONS, { account, field })
    return { contacts, options: new Map(rows.map(({ option, contacts: having }) => [option, having])) }
  }

  private async schedules(
    statement: string,
    bindings: Readonly<Record<string, string | number>>,
  ): Promise<UsingSchedules> {
    const rows = await rowsOf<UsingRow>(this.trx, statement, bindings)
    return { totalCount: rows[0]?.total ?? 0, first: rows.map(fromRow) }
  }

  private async templates(
    statement: string,
    bindings: Readonly<Record<string, string | number>>,
  ): Promise<UsingTemplates> {
    const rows = await rowsOf<UsingTemplateRow>(this.trx, statement, bindings)
    return { totalCount: rows[0]?.total ?? 0, first: rows.map(({ id, name }) => ({ id, name })) }
  }
}

type UsingRow = ScheduleRow & { readonly total: number }

type UsingTemplateRow = Pick<Template, 'id' | 'name'> & { readonly total: number }

type MembersRow = { readonly active: number; readonly pending: number }

type OptionRow = { readonly option: string; readonly contacts: number }

const schedulesThat = (use: string) => `
  select ${SCHEDULE_COLUMNS}, count(*) over ()::integer as total
    from schedule
   where account_id = :account and status <> 'ended' and ${use}
   order by next_at nulls last, id
   limit :limit`

const SCHEDULES_TO = schedulesThat('position(:used in audience::text) > 0')

/** At any depth of the condition. */
const SCHEDULES_WITH_SEGMENTS = schedulesThat(`jsonb_path_exists(audience::jsonb, 'lax $.**.segments.ids.in[*]')`)

/** At any depth of the condition, too. */
const SCHEDULES_FILTERING_BY = {
  customField: schedulesThat(`exists (
     select from jsonb_path_query(audience::jsonb, 'lax $.**.customFields') as named where jsonb_exists(named, :used)
   )`),
  trackingLink: schedulesThat(`exists (
     select from jsonb_path_query(audience::jsonb, 'lax $.**.clicked.link') as named where named = to_jsonb(:used::text)
   )`),
}

const SCHEDULES_FROM = schedulesThat('from_number = :used')

const SCHEDULES_WITH = schedulesThat('position(:used in body) > 0')

const SCHEDULES_USING = schedulesThat('template_id = :used')

const templatesThat = (use: string) => `
  select id, name, count(*) over ()::integer as total
    from template
   where account_id = :account and ${use}
   order by created_at desc, id desc
   limit :limit`

const TEMPLATES_WITH = templatesThat(`(
     position(:used in body) > 0
     or exists (
       select from json_each(language -> 'variants') as variant where position(:used in variant.value ->> 'body') > 0
     )
   )`)

const TEMPLATES_CHOOSING_BY = templatesThat(`language ->> 'field' = :used`)

/** A group counts its active members itself. */
const MEMBERS = `
  select coalesce((
           select contact_count from contact_group where account_id = :account and id = :group
         ), 0) as active,
         (
           select count(*)::integer from membership
            where account_id = :account and group_id = :group and state = 'pending'
         ) as pending`

const VALUES = `
  select count(*)::integer as contacts
    from contact
   where account_id = :account and custom_values -> :field is not null`

/** Only texts and lists of texts can be options. */
const OPTIONS = `
  select chosen.option, count(*)::integer as contacts
    from contact
   cross join lateral jsonb_array_elements_text(
     case jsonb_typeof(contact.custom_values -> :field)
       when 'array' then contact.custom_values -> :field
       when 'string' then jsonb_build_array(contact.custom_values -> :field)
       else '[]'::jsonb
     end
   ) as chosen (option)
   where contact.account_id = :account
     and exists (
       select from custom_field
        where custom_field.account_id = :account and custom_field.key = :field
          and custom_field.type in ('SINGLE_SELECT', 'MULTI_SELECT')
     )
   group by chosen.option`
