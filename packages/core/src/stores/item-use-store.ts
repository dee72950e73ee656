import type { CustomFieldKey } from '../model/contacts/custom-field.js'
import type { FilterItem } from '../model/filters/condition.js'
import type { Schedule } from '../model/schedules/schedule.js'
import type { Segment } from '../model/segments/segment.js'
import type { Template } from '../model/templates/template.js'
import type { AccountId, GroupId, SegmentId, TemplateId } from '../values/ids.js'

/** How many schedules, segments and templates of each kind are listed of those that use an item. */
export const USES_LISTED = 20

/** Finds what uses an item of an account, so that its removal can say what it would break. Takes no locks. */
export interface ItemUseStore {
  /** The schedules that have not ended and whose audience names the group or segment. */
  schedulesTo(account: AccountId, named: GroupId | SegmentId, limit: number): Promise<UsingSchedules>
  /** The schedules that have not ended and whose audience names any segment. */
  schedulesWithSegments(account: AccountId, limit: number): Promise<UsingSchedules>
  /** The schedules that have not ended and whose filter itself names the item; a group is found by `schedulesTo`. */
  schedulesFilteringBy(
    account: AccountId,
    item: Exclude<FilterItem, { kind: 'group' }>,
    limit: number,
  ): Promise<UsingSchedules>
  /** The schedules that have not ended and send from the number. */
  schedulesFrom(account: AccountId, number: string, limit: number): Promise<UsingSchedules>
  /** The schedules that have not ended and whose body contains the text. */
  schedulesWith(account: AccountId, text: string, limit: number): Promise<UsingSchedules>
  /** The schedules that have not ended and send the template. */
  schedulesUsing(account: AccountId, template: TemplateId, limit: number): Promise<UsingSchedules>
  /** The templates whose newest version has the text in the body of any language. */
  templatesWith(account: AccountId, text: string, limit: number): Promise<UsingTemplates>
  /** The templates whose newest version lets the field choose the language. */
  templatesChoosingBy(account: AccountId, field: CustomFieldKey, limit: number): Promise<UsingTemplates>
  membersOf(account: AccountId, group: GroupId): Promise<{ readonly active: number; readonly pending: number }>
  /** The contacts with a value of the field, and with each option of it; options without contacts are left out. */
  valuesOf(account: AccountId, field: CustomFieldKey): Promise<FieldValues>
}

export type UsingSchedules = {
  readonly totalCount: number
  /** The first ones by next occurrence, then by id; those without a next occurrence come last. */
  readonly first: readonly Schedule[]
}

export type UsingSegments = {
  readonly totalCount: number
  /** The first ones by name. */
  readonly first: readonly Segment[]
}

export type UsingTemplates = {
  readonly totalCount: number
  /** The newest ones. */
  readonly first: readonly Pick<Template, 'id' | 'name'>[]
}

/** The segments and schedules whose filters name an item. They prevent nothing, and stay as they are without it. */
export type UsingFilters = { readonly segments: UsingSegments; readonly schedules: UsingSchedules }

export type FieldValues = { readonly contacts: number; readonly options: ReadonlyMap<string, number> }
