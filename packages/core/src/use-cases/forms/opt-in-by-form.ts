import { logEntryOf, type ConsentDeps } from '../../model/consent/consent-log.js'
import type { Consent } from '../../model/consent/consent.js'
import { membershipEvent } from '../../model/events/event.js'
import type { FormEntry } from '../../model/forms/form-entry.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { GroupId } from '../../values/ids.js'
import { lockOrAddContact } from '../contacts/lock-or-add-contact.js'
import { lockConsent } from '../opt-outs/suppression.js'
import { formNotFound, type OpenForm } from './opt-in-form.js'

export type OptInByForm = OpenForm & { readonly entry: FormEntry; readonly now: Date }

/**
 * Opts the contact in, whatever its consent was: the contact becomes active in the form's group, and a hard opt-out is
 * lifted. Memberships that are pending in other groups stay pending. Repeated opt-ins are logged too: consent is given
 * again. Returns false and changes no consent if the number sent a STOP after its code was requested, because the later
 * decision counts.
 */
export async function optInByForm(stores: Stores, deps: ConsentDeps, given: OptInByForm): Promise<boolean> {
  const { account, group, entry, now } = given
  if (isRevoked(await stores.consents.find(account.id, entry.phone), entry)) return false
  const contact = await lockOrAddContact(stores, deps, { account, phone: entry.phone, now })
  const consent = await lockConsent(stores, deps, account.id, entry.phone)
  if (isRevoked(consent, entry)) return false
  const memberships = await stores.memberships.of(account.id, [contact.id])
  const isMember = memberships.some((membership) => membership.group === group.id && membership.state === 'active')
  const joined = isMember ? 0 : 1

  await stores.consents.save([{ ...consent, optedOutAt: null, activeGroups: consent.activeGroups + joined }])
  if (!isMember) {
    const membership = {
      account: account.id,
      contact: contact.id,
      group: group.id,
      state: 'active',
      since: now,
    } as const
    await stores.memberships.save([membership])
    await stores.events.append(account.id, [membershipEvent(deps, { ...OPTED_IN, contact, group, at: now })])
  }
  const { version, address, agent } = entry
  const logged = { contact, change: CHANGE, by: 'CONTACT', at: now, form: { version, address, agent } } as const
  const groups: readonly (GroupId | null)[] = consent.optedOutAt === null ? [group.id] : [group.id, null]
  await stores.consentLog.append(groups.map((one) => logEntryOf(deps, { ...logged, group: one })))
  await stores.statistics.count(account.id, [{ statistic: 'opt_in', detail: 'FORM', at: now, count: 1 }])
  // Every contact that joins the group waits for the lock on the group's row, so that row is locked last.
  await countIn(stores, given, joined)
  return true
}

function isRevoked({ optedOutAt }: Consent, { codeAt }: FormEntry): boolean {
  return optedOutAt !== null && optedOutAt > codeAt
}

const OPTED_IN = { type: 'contacts.group.opted_in', reason: 'FORM' } as const
const CHANGE = { action: 'OPT_IN', reason: 'FORM' } as const

/** Updates the count of the group, and locks the group, so that it cannot be removed concurrently. */
async function countIn({ groups }: Stores, { account, group }: OptInByForm, joined: number): Promise<void> {
  try {
    await groups.count(account.id, new Map([[group.id, joined]]))
  } catch (error) {
    throw error instanceof DomainError ? formNotFound() : error
  }
}
