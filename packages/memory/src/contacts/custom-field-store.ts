import type { AccountId, CustomField, CustomFieldKey, CustomFieldStore } from '@carillon/core'
import { by } from '../tables/order.js'
import type { Tables } from '../tables/tables.js'

export class MemoryCustomFieldStore implements CustomFieldStore {
  constructor(private readonly tables: Pick<Tables, 'customFields' | 'contacts'>) {}

  async of(account: AccountId) {
    return this.tables.customFields.of(account).toSorted(by(({ key }) => key))
  }

  async lockShared(account: AccountId) {
    return this.of(account)
  }

  async put(field: CustomField) {
    this.tables.customFields.put(field)
  }

  async remove(account: AccountId, key: CustomFieldKey) {
    this.tables.customFields.remove(account, key)
    for (const contact of this.tables.contacts.of(account)) {
      const { [key]: value, ...customValues } = contact.customValues
      if (value !== undefined) this.tables.contacts.put({ ...contact, customValues })
    }
  }
}
