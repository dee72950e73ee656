import type { CustomField } from '../../model/contacts/custom-field.js'
import {
  USES_LISTED,
  type FieldValues,
  type UsingFilters,
  type UsingSchedules,
  type UsingTemplates,
} from '../../stores/item-use-store.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import type { CustomFieldDeclaration } from '../declarations/declaration.js'
import { filtersWith } from '../filters/filters-with.js'
import {
  changeItem,
  createItem,
  removeItem,
  requireItem,
  type ChangeItemDeps,
  type ItemChange,
  type ItemKind,
} from './change-item.js'

const FIELDS: ItemKind<'customFields', CustomField> = {
  list: 'customFields',
  noun: 'custom field',
  stored: ({ customFields }, account) => customFields.of(account),
  partOf: ({ customFields }) => customFields,
  idOf: ({ key }) => key,
  itemOf: ({ account: _, ...item }) => item,
  keyOf: ({ key }) => key,
  async remove({ customFields }, { account, key }) {
    await customFields.remove(account, key)
    return null
  },
  notFound: (key) => new DomainError('custom-field-not-found', `No custom field of this account has the key ${key}`),
}

/** All fields, including those that are disabled or being deleted. */
export class ListCustomFields {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { readonly account: AccountId }): Promise<readonly CustomField[]> {
    return this.deps.unitOfWork.run(({ customFields }) => customFields.of(account))
  }
}

export class CreateCustomField {
  constructor(private readonly deps: ChangeItemDeps) {}

  execute({ account, fields }: NewCustomField): Promise<CustomField> {
    return createItem(FIELDS, { account, item: fields }, this.deps)
  }
}

export type NewCustomField = { readonly account: AccountId; readonly fields: CustomFieldDeclaration }

/** Values of removed options are kept but hidden, and so are all values of a field that is not active. */
export class ChangeCustomField {
  constructor(private readonly deps: ChangeItemDeps) {}

  execute(change: ItemChange<'customFields'>): Promise<CustomField> {
    return changeItem(FIELDS, change, this.deps)
  }
}

/** Deletes the field with its values in all contacts, which cannot be undone. */
export class RemoveCustomField {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(given: { readonly account: AccountId; readonly item: string }): Promise<void> {
    return removeItem(FIELDS, given, this.deps)
  }
}

export class ReadCustomFieldUses {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, item }: { readonly account: AccountId; readonly item: string }): Promise<UsedCustomField> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { customFields, itemUses } = stores
      const field = requireItem(FIELDS, await customFields.of(account), item)
      return {
        field,
        values: await itemUses.valuesOf(account, field.key),
        schedules: await itemUses.schedulesWith(account, field.key, USES_LISTED),
        filters: await filtersWith(stores, account, { kind: 'customField', key: field.key }),
        templates: {
          language: await itemUses.templatesChoosingBy(account, field.key, USES_LISTED),
          mergeTag: await itemUses.templatesWith(account, field.key, USES_LISTED),
        },
      }
    })
  }
}

/** `schedules`: those with the merge tag of the field. */
export type UsedCustomField = {
  readonly field: CustomField
  readonly values: FieldValues
  readonly schedules: UsingSchedules
  readonly filters: UsingFilters
  /** Those whose language it chooses, and those with its merge tag in the text of a language. */
  readonly templates: { readonly language: UsingTemplates; readonly mergeTag: UsingTemplates }
}
