import type { AccountId } from '../../values/ids.js'
import type { CustomField, CustomFieldKey } from './custom-field.js'

export interface CustomFieldStore {
  /** By key; all of them, also those that clients do not see. */
  of(account: AccountId): Promise<readonly CustomField[]>
  /**
   * As `of`; and none of them is removed until the unit of work ends. For whoever gives values to contacts, before it
   * locks them: so no value outlives its field. Several who hold them do not wait for each other.
   */
  hold(account: AccountId): Promise<readonly CustomField[]>
  /** Adds or changes the field with that key. */
  put(field: CustomField): Promise<void>
  /** Takes the field away, and its value from every contact: the key is free for another meaning. */
  remove(account: AccountId, key: CustomFieldKey): Promise<void>
}
