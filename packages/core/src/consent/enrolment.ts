import type { Account } from '../accounts/account.js'
import type { Contact } from '../contacts/contact.js'
import { DomainError } from '../errors.js'
import type { Event } from '../events/event.js'
import type { Group } from '../groups/group.js'
import type { Ids } from '../ports/ids.js'
import type { Secrets } from '../ports/secrets.js'
import type { Stores } from '../ports/unit-of-work.js'
import { groupBy } from '../values/group-by.js'
import type { Consent } from './consent-gate.js'
import type { ConsentActor, ConsentChange, ConsentLogEntry } from './consent-log.js'
import { joinOutcome, type JoinOutcome, type Membership, type OptInMode } from './membership.js'

export type Enrolment = {
  readonly account: Account
  readonly group: Group
  /** Different contacts of the account. */
  readonly contacts: readonly Contact[]
  readonly mode: OptInMode
  readonly silentAllowed: boolean
  readonly by: ConsentActor
  readonly reason: 'DIRECT' | 'SILENT' | 'IMPORT'
  readonly now: Date
}

/** One per contact, in their order: what happened, or why the gate refused. */
export type EnrolmentResult = JoinOutcome | DomainError

/** Brings contacts into a group, one or thousands at the same number of queries. */
export async function enrol(
  stores: Stores,
  deps: EnrolmentDeps,
  enrolment: Enrolment,
): Promise<readonly EnrolmentResult[]> {
  const { account, contacts } = enrolment
  const consents = await stores.consents.lock(
    account.id,
    contacts.map((contact) => contact.phone),
  )
  const memberships = await stores.memberships.of(
    account.id,
    contacts.map((contact) => contact.id),
  )
  const byContact = groupBy(memberships, (membership) => membership.contact)

  const results = contacts.map((contact) =>
    decide(enrolment, consents.get(contact.phone)!, byContact.get(contact.id) ?? []),
  )
  const moved = contacts.filter((_, i) => results[i] === 'active' || results[i] === 'pending')
  const joined = contacts.filter((_, i) => results[i] === 'active')

  if (moved.length === 0) return results
  await stores.consents.save(joined.map(({ phone }) => joinedOne(consents.get(phone)!)))
  await stores.memberships.save(moved.map((contact) => membershipOf(contact, enrolment)))
  await stores.groups.count(account.id, new Map([[enrolment.group.id, joined.length]]))
  await stores.consentLog.append(moved.map((contact) => logEntry(contact, enrolment, deps)))
  await stores.events.append(
    account.id,
    joined.map((contact) => optedIn(contact, enrolment, deps)),
  )
  return results
}

export type EnrolmentDeps = { readonly ids: Ids; readonly secrets: Secrets }

function decide(enrolment: Enrolment, { optedOutAt }: Consent, memberships: readonly Membership[]): EnrolmentResult {
  const { mode, group, silentAllowed } = enrolment
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

function logEntry(contact: Contact, enrolment: Enrolment, { ids, secrets }: EnrolmentDeps): ConsentLogEntry {
  const { account, group, by, now } = enrolment
  const subject = secrets.pseudonymOf(account.id, contact.phone)
  return {
    id: ids.next('log'),
    account: account.id,
    subject,
    at: now,
    by,
    group: group.id,
    text: null,
    ...changeOf(enrolment),
  }
}

function changeOf({ mode, reason }: Enrolment): ConsentChange {
  return mode === 'CONFIRM' ? { action: 'OPT_IN_REQUESTED', reason: 'CONFIRM' } : { action: 'OPT_IN', reason }
}

function optedIn(contact: Contact, { account, group, reason, now }: Enrolment, { ids }: EnrolmentDeps): Event {
  return {
    id: ids.next('evt'),
    account: account.id,
    at: now,
    type: 'contacts.group.opted_in',
    data: {
      contact: { id: contact.id, phoneNumber: contact.phone },
      group: { id: group.id, name: group.name },
      reason: reason === 'IMPORT' ? 'SILENT' : reason,
    },
  }
}
