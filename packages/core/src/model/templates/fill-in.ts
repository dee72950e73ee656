import { internationalForm } from '../../values/phone/phone-number.js'
import type { ContactFact, ContactFacts } from '../contacts/contact.js'
import { shownValueOf, type CustomField, type CustomValue } from '../contacts/custom-field.js'
import { shownDate } from './date-offset.js'
import type { ContactVariable, MergeTag } from './merge-tag.js'

/** The person for whom a text is filled in. */
export type Addressee = {
  /** Null when no contact has this number: then all contact values are empty. */
  readonly contact: ContactFacts | null
  /** Called for registered links only. */
  readonly urlOf: (link: string) => string
}

export type RenderContext = {
  readonly fields: readonly CustomField[]
  /** `YYYY-MM-DD`, in the zone of the send. */
  readonly today: string
  /** Whether smart encoding is applied to the text. By default, it is not. */
  readonly smartEncoding?: boolean
}

export type Fill = (addressee: Addressee) => string

/** The replacement of a tag: one text for all recipients, or a function that returns the text for each recipient. */
export function fillOf(tag: MergeTag, { fields, today }: RenderContext): string | Fill {
  switch (tag.kind) {
    case 'link':
      return ({ urlOf }) => urlOf(tag.link)
    case 'date':
      return shownDate(today, tag.offset)
    case 'contact': {
      const valueOf = CONTACT_VALUES[tag.name]
      return ({ contact }) => (contact === null ? '' : (valueOf(contact) ?? ''))
    }
    case 'customField': {
      const field = fields.find(({ key }) => key === tag.key)
      if (field === undefined) return ''
      return ({ contact }) => (contact === null ? '' : textOf(shownValueOf(field, contact.customValues ?? {})))
    }
  }
}

const CONTACT_VALUES: Record<ContactVariable, (contact: ContactFacts) => string | undefined> = {
  contact_first_name: ({ firstName }) => firstName,
  contact_last_name: ({ lastName }) => lastName,
  contact_email: ({ email }) => email,
  contact_phone_number: ({ phone }) => internationalForm(phone),
  contact_gender: ({ gender }) => gender,
  contact_date_of_birth: ({ birthDate }) => birthDate,
  contact_zip_code: ({ address }) => address?.postalCode,
}

/** The contact fact that a tag needs; null if the tag needs nothing but the number. */
export function factFor(tag: MergeTag): ContactFact | null {
  if (tag.kind === 'customField') return 'customValues'
  return tag.kind === 'contact' ? CONTACT_FACTS[tag.name] : null
}

const CONTACT_FACTS: Record<ContactVariable, ContactFact | null> = {
  contact_first_name: 'firstName',
  contact_last_name: 'lastName',
  contact_email: 'email',
  contact_phone_number: null,
  contact_gender: 'gender',
  contact_date_of_birth: 'birthDate',
  contact_zip_code: 'address',
}

/** Numbers are formatted by JavaScript, and dates are in their stored format. */
function textOf(value: CustomValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'object' ? value.join(', ') : String(value)
}
