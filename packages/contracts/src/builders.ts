import {
  CONTRACT_RATE_LIMITS,
  createIds,
  noConsent,
  parsePhoneNumber,
  parseTimeZone,
  type Account,
  type ApiKey,
  type Consent,
  type ConsentLogEntry,
  type Contact,
  type ContactList,
  type CustomField,
  type Event,
  type MembershipEvent,
  type Group,
  type Membership,
  type PhoneNumber,
  type Pseudonym,
  type Tag,
  type WebhookEndpoint,
} from '@carillon/core'

/** The instant at which everything here happens, unless a test says otherwise. */
export const NOW = new Date('2026-03-01T12:00:00.000Z')

export function after(seconds: number): Date {
  return new Date(NOW.getTime() + seconds * 1_000)
}

/** Different for every n from 0 to 9999, and in their order. */
export function phoneOf(n: number): PhoneNumber {
  return parsePhoneNumber(`+1202555${String(n).padStart(4, '0')}`)
}

export const ANN = phoneOf(101)
export const BOB = phoneOf(102)
export const CAT = phoneOf(103)

/** Every id is new, and sorts after those made before it. */
export const ids = createIds({ nowMs: () => NOW.getTime(), randomBytes: (length) => new Uint8Array(length) })

export function anAccount(given: Partial<Account> = {}): Account {
  const id = ids.next('acc')
  return {
    id,
    name: `Account ${id}`,
    timezone: parseTimeZone('UTC'),
    capabilities: { silentOptIn: true },
    dailyMessageQuota: null,
    rateLimits: CONTRACT_RATE_LIMITS,
    compliance: { blockedPhrases: [], blockPublicShorteners: true, helpText: null },
    optInForm: { isOpen: true, consentText: null, privacyUrl: null, termsUrl: null },
    retention: { messages: null, events: null, clicks: null },
    createdAt: NOW,
    ...given,
  }
}

/** What every thing of an account is built from. */
export type Of<T extends { readonly account: unknown }> = Pick<T, 'account'> & Partial<T>

export function aContact(given: Of<Contact>): Contact {
  return {
    id: ids.next('con'),
    phone: ANN,
    isFavorite: false,
    customValues: {},
    tz: 'America/New_York',
    createdAt: NOW,
    ...given,
  }
}

/** With a value in every field, for what must survive storing. */
export function aFullContact(given: Of<Contact>): Contact {
  return aContact({
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
    birthDate: '1990-02-28',
    gender: 'FEMALE',
    address: { street: '1 Main St', city: 'Denver', state: 'CO', postalCode: '80202' },
    isFavorite: true,
    customValues: {
      contact_custom_field_1: 'Gold',
      contact_custom_field_2: 1.5,
      contact_custom_field_3: false,
      contact_custom_field_7: ['red', 'blue'],
    },
    tz: 'America/Denver',
    ...given,
  })
}

export function aContactList(given: Of<ContactList>): ContactList {
  const id = ids.next('lst')
  return { id, name: `List ${id}`, size: 0, createdAt: NOW, ...given }
}

export function aGroup(given: Of<Group>): Group {
  const id = ids.next('grp')
  return {
    id,
    name: `Group ${id}`,
    isDefault: false,
    optInType: 'SINGLE',
    optInMessage: null,
    confirmMessage: null,
    sender: null,
    tags: [],
    contactCount: 0,
    createdAt: NOW,
    ...given,
  }
}

export function aTag(given: Partial<Tag> = {}): Tag {
  const id = ids.next('tag')
  return { id, name: `Tag ${id}`, createdAt: NOW, updatedAt: NOW, ...given }
}

export function aMembership({ contact, group, ...given }: MembershipOf): Membership {
  return { account: contact.account, contact: contact.id, group: group.id, state: 'active', since: NOW, ...given }
}

type MembershipOf = { contact: Contact; group: Group } & Partial<Pick<Membership, 'state' | 'since'>>

export function aConsent(given: Of<Consent>): Consent {
  return { ...noConsent(given.account, ANN), ...given }
}

export const SUBJECT = 'subject' as Pseudonym

export function aLogEntry(given: Of<ConsentLogEntry>): ConsentLogEntry {
  return {
    id: ids.next('log'),
    subject: SUBJECT,
    at: NOW,
    by: 'API',
    group: null,
    text: null,
    form: null,
    action: 'OPT_IN',
    reason: 'DIRECT',
    ...given,
  } as ConsentLogEntry
}

export function anApiKey(given: Of<ApiKey>): ApiKey {
  return { id: 'key_demo', secretHash: 'hash of the secret', createdAt: NOW, ...given }
}

export function aCustomField(given: Of<CustomField>): CustomField {
  return { key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT', options: [], status: 'active', ...given }
}

export function aWebhookEndpoint(given: Of<WebhookEndpoint>): WebhookEndpoint {
  return {
    id: ids.next('whk'),
    url: 'https://hooks.example.com/carillon',
    events: ['contacts.group.opted_in', 'contacts.group.opted_out'],
    sealedSecret: 'sealed',
    previousSecret: null,
    failingSince: null,
    isSlow: false,
    disabled: null,
    createdAt: NOW,
    ...given,
  }
}

export function anEvent(given: Of<MembershipEvent>): Event {
  return {
    id: ids.next('evt'),
    at: NOW,
    type: 'contacts.group.opted_in',
    data: {
      contact: { id: ids.next('con'), phoneNumber: ANN },
      group: { id: ids.next('grp'), name: 'VIP' },
      reason: 'DIRECT',
    },
    ...given,
  }
}
