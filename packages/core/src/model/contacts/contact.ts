import type { AccountId, ContactId, GroupId } from '../../values/ids.js'
import type { Country } from '../../values/phone/country.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { foldCase } from '../../values/text/text.js'
import type { Group, Tag } from '../groups/group.js'
import type { Membership } from '../groups/membership.js'
import { customValuesByLabel, type CustomField, type CustomValue, type CustomValues } from './custom-field.js'
import type { SupportedZone } from './timezone.js'

export const GENDERS = ['MALE', 'FEMALE', 'OTHER'] as const
export type Gender = (typeof GENDERS)[number]

export type Address = {
  readonly street?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode?: string
  readonly country?: Country
}

/** The personal data of a contact. An absent field is not set. */
export type Profile = {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly birthDate?: string
  readonly gender?: Gender
  readonly address?: Address
  readonly isFavorite: boolean
  readonly customValues: CustomValues
}

/** A person in an account's contact book, identified by a phone number that never changes. */
export type Contact = Profile & {
  readonly id: ContactId
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly tz: SupportedZone | null
  readonly createdAt: Date
}

export function blankContact(identity: Identity): Contact {
  const { id, account, phone, createdAt } = identity
  return { id, account, phone, createdAt, isFavorite: false, customValues: NO_VALUES, tz: null }
}

/** One shared object, so that a store can tell by identity that many contacts have no values. */
const NO_VALUES: CustomValues = {}

type Identity = Pick<Contact, 'account' | 'phone' | 'createdAt'> & { readonly id: ContactId }

/** A contact as a client sees it: with custom values under their labels, and memberships with their groups. */
export type ContactView = Omit<Contact, 'customValues'> & {
  readonly customFields: Readonly<Record<string, CustomValue>>
  readonly groups: readonly ActiveGroup[]
  readonly pendingGroups: readonly PendingGroup[]
}

export type ActiveGroup = {
  readonly id: GroupId
  readonly name: string
  readonly optInAt: Date
  readonly tags: readonly Tag[]
}

export type PendingGroup = { readonly id: GroupId; readonly name: string; readonly pendingSince: Date }

/** The text that the search by name uses: first and last name, joined and in lower case. */
export function searchNameOf({ firstName, lastName }: Profile): string {
  return foldCase(`${firstName ?? ''} ${lastName ?? ''}`)
}

export function viewOf(contact: Contact, { fields, memberships, groups }: ContactContext): ContactView {
  const { customValues, ...shown } = contact
  const joined = memberships.flatMap(({ group: id, state, since }) => {
    const group = groups.get(id)
    return group === undefined ? [] : [{ group, state, since }]
  })
  const active = joined.filter(({ state }) => state === 'active')
  const pending = joined.filter(({ state }) => state === 'pending')
  return {
    ...shown,
    customFields: customValuesByLabel(fields, customValues),
    groups: active.map(({ group: { id, name, tags }, since }) => ({ id, name, optInAt: since, tags })),
    pendingGroups: pending.map(({ group: { id, name }, since }) => ({ id, name, pendingSince: since })),
  }
}

export type ContactContext = {
  readonly fields: readonly CustomField[]
  /** The memberships of this contact. */
  readonly memberships: readonly Membership[]
  /** The groups of the memberships. The view omits a membership whose group was just removed. */
  readonly groups: ReadonlyMap<GroupId, Pick<Group, 'id' | 'name' | 'tags'>>
}

/** The fields of a contact that a text can include, and its timezone. Only the postal code of an address can be included. */
export type ContactFact =
  'firstName' | 'lastName' | 'email' | 'birthDate' | 'gender' | 'address' | 'customValues' | 'tz'

/** The requested fields of a contact. Fields that are not set or were not requested are absent. */
export type ContactFacts = Pick<Contact, 'phone'> &
  Partial<Pick<Contact, Exclude<ContactFact, 'address'>>> & { readonly address?: Pick<Address, 'postalCode'> }

/** Selects the requested facts from a complete contact. */
export function factsOf(contact: Contact, requested: ReadonlySet<ContactFact>): ContactFacts {
  const { phone, firstName, lastName, email, birthDate, gender, address, customValues, tz } = contact
  return {
    phone,
    ...(requested.has('firstName') && firstName !== undefined && { firstName }),
    ...(requested.has('lastName') && lastName !== undefined && { lastName }),
    ...(requested.has('email') && email !== undefined && { email }),
    ...(requested.has('birthDate') && birthDate !== undefined && { birthDate }),
    ...(requested.has('gender') && gender !== undefined && { gender }),
    ...(requested.has('address') &&
      address?.postalCode !== undefined && { address: { postalCode: address.postalCode } }),
    ...(requested.has('customValues') && { customValues }),
    ...(requested.has('tz') && tz !== null && { tz }),
  }
}
