import type { ConsentDeps } from '../../model/consent/consent-log.js'
import { membershipEvent } from '../../model/events/event.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { lockContact } from '../contacts/read-contact.js'
import { forgetConfirmations } from '../limits/confirmations.js'
import { lockConsent } from '../opt-outs/suppression.js'
import { entryByContact, type KeywordText } from './keyword-text.js'

/**
 * The YES of a contact: every pending membership becomes active, and a hard opt-out ends, which only the contact can
 * cause. Without a pending membership, the YES is an ordinary text.
 */
export async function confirm(stores: Stores, deps: ConsentDeps, text: KeywordText): Promise<void> {
  const { account, phone, now } = text
  const contact = await lockContact(stores, account.id, phone)
  if (contact === null) return
  const consent = await lockConsent(stores, deps, account.id, phone)
  const memberships = await stores.memberships.of(account.id, [contact.id])
  const pending = memberships.filter(({ state }) => state === 'pending')
  if (pending.length === 0) return
  const ids = pending.map(({ group }) => group)

  const activeGroups = consent.activeGroups + pending.length
  await stores.consents.save([{ ...consent, optedOutAt: null, activeGroups }])
  await stores.memberships.save(pending.map((membership) => ({ ...membership, state: 'active', since: now })))
  await stores.groups.count(account.id, new Map(ids.map((id) => [id, 1])))
  const groups = [...(await stores.groups.find(account.id, ids)).values()]
  await stores.events.append(
    account.id,
    groups.map((group) => membershipEvent(deps, { ...CONFIRMED, contact, group, at: now })),
  )
  const returned = consent.optedOutAt === null ? [] : [null]
  await stores.consentLog.append(
    [...ids, ...returned].map((group) => entryByContact(text, deps, group, { action: 'OPT_IN', reason: 'CONFIRMED' })),
  )
  await stores.statistics.count(account.id, [{ statistic: 'opt_in', detail: 'CONFIRMED', at: now, count: 1 }])
  await forgetConfirmations(stores, deps, { account: account.id, phones: [phone] })
}

const CONFIRMED = { type: 'contacts.group.opted_in', reason: 'CONFIRMED' } as const
