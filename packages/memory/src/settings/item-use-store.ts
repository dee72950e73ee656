import {
  isNamedIn,
  segmentsIn,
  textsOf,
  type AccountId,
  type CustomFieldKey,
  type FilterItem,
  type GroupId,
  type ItemUseStore,
  type Schedule,
  type SegmentId,
  type Template,
  type TemplateId,
  type UsingSchedules,
  type UsingTemplates,
} from '@carillon/core'
import { by, NEWEST_FIRST } from '../tables/order.js'
import { groupPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

type Used = 'schedules' | 'membershipsByGroup' | 'contacts' | 'customFields' | 'templates'

export class MemoryItemUseStore implements ItemUseStore {
  constructor(private readonly tables: Pick<Tables, Used>) {}

  async schedulesTo(account: AccountId, named: GroupId | SegmentId, limit: number) {
    return this.using(account, limit, ({ audience }) => JSON.stringify(audience).includes(named))
  }

  async schedulesWithSegments(account: AccountId, limit: number) {
    const namesAny = ({ audience }: Schedule) => audience.kind === 'filter' && segmentsIn(audience.condition).length > 0
    return this.using(account, limit, namesAny)
  }

  async schedulesFilteringBy(account: AccountId, item: FilterItem, limit: number) {
    const names = ({ audience }: Schedule) => audience.kind === 'filter' && isNamedIn(audience.condition, item)
    return this.using(account, limit, names)
  }

  async schedulesFrom(account: AccountId, number: string, limit: number) {
    return this.using(account, limit, ({ from }) => from === number)
  }

  async schedulesWith(account: AccountId, text: string, limit: number) {
    return this.using(account, limit, ({ body }) => body.includes(text))
  }

  async schedulesUsing(account: AccountId, template: TemplateId, limit: number) {
    return this.using(account, limit, (schedule) => schedule.template === template)
  }

  async templatesWith(account: AccountId, text: string, limit: number) {
    return this.templates(account, limit, ({ content }) => textsOf(content).some(({ body }) => body.includes(text)))
  }

  async templatesChoosingBy(account: AccountId, field: CustomFieldKey, limit: number) {
    return this.templates(account, limit, ({ content }) => content.language?.field === field)
  }

  async membersOf(account: AccountId, group: GroupId) {
    const members = this.tables.membershipsByGroup.of(groupPart({ account, group }))
    const count = (wanted: string) => members.filter(({ state }) => state === wanted).length
    return { active: count('active'), pending: count('pending') }
  }

  async valuesOf(account: AccountId, field: CustomFieldKey) {
    const all = this.tables.contacts.of(account).map(({ customValues }) => customValues[field])
    const values = all.filter((value) => value !== undefined)
    const options = new Map<string, number>()
    const type = this.tables.customFields.get(account, field)?.type
    const isSelect = type === 'SINGLE_SELECT' || type === 'MULTI_SELECT'
    for (const option of isSelect ? values.flat() : [])
      if (typeof option === 'string') options.set(option, (options.get(option) ?? 0) + 1)
    return { contacts: values.length, options }
  }

  private templates(account: AccountId, limit: number, uses: (template: Template) => boolean): UsingTemplates {
    const found = this.tables.templates.of(account).filter(uses).sort(NEWEST_FIRST)
    return { totalCount: found.length, first: found.slice(0, limit).map(({ id, name }) => ({ id, name })) }
  }

  private using(account: AccountId, limit: number, uses: (schedule: Schedule) => boolean): UsingSchedules {
    const open = this.tables.schedules.of(account).filter((schedule) => schedule.status !== 'ended' && uses(schedule))
    const first = open.toSorted(
      by(
        ({ next }) => next?.instant.getTime() ?? Infinity,
        ({ id }) => id,
      ),
    )
    return { totalCount: open.length, first: first.slice(0, limit) }
  }
}
