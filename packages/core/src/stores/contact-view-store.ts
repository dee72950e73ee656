import type { Contact, ContactContext } from '../model/contacts/contact.js'
import type { AccountId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

export type ContactInContext = { readonly contact: Contact; readonly context: ContactContext }

export interface ContactViewStore {
  /** The contact with all that its view shows, as of one moment. */
  find(account: AccountId, phone: PhoneNumber): Promise<ContactInContext | null>
}
