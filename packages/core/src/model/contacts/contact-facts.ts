import type { Address, Contact } from './contact.js'

/** What a text can say of a contact, by the field that it stands in; of an address only the postal code. */
export type ContactFact = 'firstName' | 'lastName' | 'email' | 'birthDate' | 'gender' | 'address' | 'customValues'

/** A contact as far as it was asked for. What is not set is absent, and so is what was not asked for. */
export type ContactFacts = Pick<Contact, 'phone'> &
  Partial<Pick<Contact, Exclude<ContactFact, 'address'>>> & { readonly address?: Pick<Address, 'postalCode'> }

/** What is asked for, of a contact that is there as a whole. */
export function factsOf(contact: Contact, asked: ReadonlySet<ContactFact>): ContactFacts {
  const { phone, firstName, lastName, email, birthDate, gender, address, customValues } = contact
  return {
    phone,
    ...(asked.has('firstName') && firstName !== undefined && { firstName }),
    ...(asked.has('lastName') && lastName !== undefined && { lastName }),
    ...(asked.has('email') && email !== undefined && { email }),
    ...(asked.has('birthDate') && birthDate !== undefined && { birthDate }),
    ...(asked.has('gender') && gender !== undefined && { gender }),
    ...(asked.has('address') && address?.postalCode !== undefined && { address: { postalCode: address.postalCode } }),
    ...(asked.has('customValues') && { customValues }),
  }
}
