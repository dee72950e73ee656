import type { Account } from '../../model/accounts/account.js'
import { logEntryOf, type ConsentActor, type ConsentChange, type ConsentDeps } from '../../model/consent/consent-log.js'
import { noConsent, type Consent } from '../../model/consent/consent.js'
import type { Contact } from '../../model/contacts/contact.js'
import { membershipEvent } from '../../model/events/event.js'
import type { Group } from '../../model/groups/group.js'
import { joinOutcome, type JoinOutcome, type Membership, type OptInMode } from '../../model/groups/membership.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { groupBy } from '../../values/collections.js'
import { DomainError } from '../../values/errors.js'
import type { ContactId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { restoreSuppressed, isBlankConsent } from '../opt-outs/suppression.js'

export type Enrolment = {
  readonly account: Account
  readonly group: Group
  /** Contacts of the account, without duplicates. */
  readonly contacts: readonly Contact[]
  /** The contacts that this unit of work has added. */
  readonly newcomers?: ReadonlySet<ContactId>
  readonly mode: OptInMode
  readonly silentAllowed: boolean
  readonly by: ConsentActor
  readonly reason: 'DIRECT' | 'SILENT' | 'IMPORT'
  readonly now: Date
  /** Selects the memberships that count; all by default. */
  readonly standingAmong?: (memberships: readonly Membership[]) => Promise<readonly Membership[]>
  /** Adds the text that the contact gets for its enrolment, and returns it for the log; null for no text. */
  readonly addText?: (contact: Contact) => Promise<string | null>
}

/** The outcome for one contact, or the reason for the refusal. `enrol` returns one per contact, in the same order. */
export type EnrolmentResult = JoinOutcome | DomainError

/** Enrols contacts in a group. Without `addText`, the number of queries does not depend on the number of contacts. */
export async function enrol(
  stores: Stores,
  deps: ConsentDeps,
  enrolment: Enrolment,
): Promise<readonly EnrolmentResult[]> {
  const { account, contacts, group, addText } = enrolment
  if (contacts.length === 0) return []
  const { results, consents } = await decide(stores, deps, enrolment)
  const moved = contacts.filter((_, i) => results[i] === 'active' || results[i] === 'pending')
  const joined = contacts.filter((_, i) => results[i] === 'active')
  if (moved.length === 0) return results

  await stores.consents.save(consents)
  await stores.memberships.save(moved.map((contact) => membershipOf(contact, enrolment)))
  const { reason: detail, now: at } = enrolment
  await stores.statistics.count(account.id, [{ statistic: 'opt_in', detail, at, count: joined.length }])
  if (addText === undefined) await stores.consentLog.append(logEntries(moved, enrolment, deps))
  if (await stores.events.hasSubscribers(account.id, 'contacts.group.opted_in')) {
    await stores.events.append(account.id, optIns(joined, enrolment, deps))
  }
  // Concurrent joins wait for the group's row, so it is locked late: only the texts and their effects are stored later.
  await stores.groups.count(account.id, new Map([[group.id, joined.length]]))
  if (addText === undefined) return results
  const texts = new Map<ContactId, string | null>()
  for (const contact of moved) texts.set(contact.id, await addText(contact))
  await stores.consentLog.append(logEntries(moved, enrolment, deps, texts))
  return results
}

type Decisions = {
  readonly results: readonly EnrolmentResult[]
  /** The changed consents, which are not saved yet. */
  readonly consents: readonly Consent[]
}

/**
 * A new contact without a consent row has no history to check: its consent is stored at once in its final form, unless
 * its number was erased after an opt-out. The row is checked even for a new contact: a unit of work that runs again
 * after an unacknowledged commit finds the rows that it stored itself.
 */
async function decide(stores: Stores, deps: ConsentDeps, enrolment: Enrolment): Promise<Decisions> {
  const { account, contacts, newcomers } = enrolment
  const unknown = outcomeOf(enrolment, null, [])
  const found = await stores.consents.addOrLock(
    account.id,
    contacts.map(({ id, phone }) => {
      const none = noConsent(account.id, phone)
      return unknown === 'active' && newcomers?.has(id) ? joinedOne(none) : none
    }),
  )
  const known = new Map([...found, ...(await recalledAmong(stores, deps, enrolment, found))])
  const isUnknown = ({ id, phone }: Contact) => newcomers?.has(id) === true && !known.has(phone)
  const others = contacts.filter((contact) => !isUnknown(contact))
  if (others.length === 0) return { results: contacts.map(() => unknown), consents: [] }

  const memberships = await stores.memberships.of(
    account.id,
    others.map(({ id }) => id),
  )
  const standing = (await enrolment.standingAmong?.(memberships)) ?? memberships
  const byContact = groupBy(standing, (membership) => membership.contact)
  const consents: Consent[] = []
  const results = contacts.map((contact) => {
    if (isUnknown(contact)) return unknown
    const consent = known.get(contact.phone) ?? noConsent(account.id, contact.phone)
    const outcome = outcomeOf(enrolment, consent.optedOutAt, byContact.get(contact.id) ?? [])
    if (outcome === 'active') consents.push(joinedOne(consent))
    return outcome
  })
  return { results, consents }
}

function recalledAmong(
  stores: Stores,
  deps: ConsentDeps,
  { account, contacts }: Enrolment,
  found: ReadonlyMap<PhoneNumber, Consent>,
): Promise<ReadonlyMap<PhoneNumber, Consent>> {
  const silent = contacts.filter(({ phone }) => {
    const consent = found.get(phone)
    return consent === undefined || isBlankConsent(consent)
  })
  const phones = silent.map(({ phone }) => phone)
  return restoreSuppressed(stores, deps, account.id, phones)
}

function outcomeOf(
  { mode, group, silentAllowed }: Enrolment,
  optedOutAt: Date | null,
  memberships: readonly Membership[],
): EnrolmentResult {
  try {
    return joinOutcome({ mode, group: group.id, silentAllowed, optedOutAt, memberships })
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

function membershipOf(contact: Contact, { account, group, mode, now }: Enrolment): Membership {
  const state = mode === 'CONFIRM' ? 'pending' : 'active'
  return { account: account.id, contact: contact.id, group: group.id, state, since: now }
}

function joinedOne(consent: Consent): Consent {
  return { ...consent, activeGroups: consent.activeGroups + 1 }
}

function logEntries(
  contacts: readonly Contact[],
  enrolment: Enrolment,
  deps: ConsentDeps,
  texts: ReadonlyMap<ContactId, string | null> = new Map(),
) {
  const change = changeOf(enrolment)
  const { group, by, now: at } = enrolment
  return contacts.map((contact) => {
    const text = texts.get(contact.id) ?? null
    return logEntryOf(deps, { contact, group: group.id, change, by, at, text })
  })
}

function changeOf({ mode, reason }: Enrolment): ConsentChange {
  return mode === 'CONFIRM' ? { action: 'OPT_IN_REQUESTED', reason: 'CONFIRM' } : { action: 'OPT_IN', reason }
}

function optIns(contacts: readonly Contact[], { group, reason: given, now: at }: Enrolment, deps: ConsentDeps) {
  const type = 'contacts.group.opted_in'
  const reason = given === 'IMPORT' ? 'SILENT' : given
  return contacts.map((contact) => membershipEvent(deps, { type, contact, group, reason, at }))
}
