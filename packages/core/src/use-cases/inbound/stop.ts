import type { ConsentDeps } from '../../model/consent/consent-log.js'
import type { Consent } from '../../model/consent/consent.js'
import type { Contact } from '../../model/contacts/contact.js'
import { membershipEvent } from '../../model/events/event.js'
import type { Membership } from '../../model/groups/membership.js'
import { stopWayOf } from '../../model/statistics/statistic.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { groupBy } from '../../values/collections.js'
import type { AccountId } from '../../values/ids.js'
import { forgetConfirmations } from '../limits/confirmations.js'
import { lockConsents } from '../opt-outs/suppression.js'
import { entryByContact, type KeywordText } from './keyword-text.js'

/**
 * For STOPs of one account: ends every membership of their numbers, active or pending, and records the hard opt-outs,
 * whether or not a contact has the number. Returns the STOPs that get an answer: the first of each number that had not
 * opted out before.
 */
export async function stop<Text extends KeywordText>(
  stores: Stores,
  deps: StopDeps,
  received: readonly Text[],
): Promise<readonly Text[]> {
  const texts = firstOfEachPhone(received)
  const [first] = texts
  if (first === undefined) return []
  const account = first.account.id
  const phones = texts.map(({ phone }) => phone)
  const contacts = await stores.contacts.lock(account, phones)
  const consents = await lockConsents(stores, deps, account, phones)
  // The locks may have waited for sends that came before the STOPs. No send can begin after this instant.
  const now = deps.clock.now()
  const memberships = await membershipsOf(stores, account, [...contacts.values()])
  const stopped = texts.map((text): Stopped<Text> => {
    const contact = contacts.get(text.phone) ?? null
    const own = contact === null ? [] : memberships.filter((membership) => membership.contact === contact.id)
    return { text, contact, consent: consents.get(text.phone)!, memberships: own, active: own.filter(isActive) }
  })
  const newOptOuts = stopped.filter(isNewOptOut)
  await stores.consents.save(stopped.flatMap((one) => changedConsent(one, now) ?? []))
  const opted = newOptOuts.map(({ text }) => stopWayOf(text.body))
  await stores.statistics.count(
    account,
    opted.map((detail) => ({ statistic: 'opt_out', detail, at: now, count: 1 })),
  )
  await endMemberships(stores, deps, account, { stopped, now })
  await stores.consentLog.append(stopped.flatMap((one) => entriesOf(one, deps, now)))
  await forgetConfirmations(stores, deps, { account, phones })
  return newOptOuts.map(({ text }) => text)
}

type StopDeps = ConsentDeps & { readonly clock: Clock }

type Stopped<Text extends KeywordText = KeywordText> = {
  readonly text: Text
  readonly contact: Contact | null
  /** As it was before. */
  readonly consent: Consent
  readonly memberships: readonly Membership[]
  readonly active: readonly Membership[]
}

const STOPPED = { type: 'contacts.group.opted_out', reason: 'STOP' } as const

function firstOfEachPhone<Text extends KeywordText>(texts: readonly Text[]): readonly Text[] {
  return [...groupBy(texts, ({ phone }) => phone).values()].map(([text]) => text!)
}

async function membershipsOf({ memberships }: Stores, account: AccountId, contacts: readonly Contact[]) {
  if (contacts.length === 0) return []
  return memberships.of(
    account,
    contacts.map(({ id }) => id),
  )
}

function isActive({ state }: Membership): boolean {
  return state === 'active'
}

function isNewOptOut({ consent }: Stopped): boolean {
  return consent.optedOutAt === null
}

function changedConsent(stopped: Stopped, now: Date): Consent | null {
  if (isNewOptOut(stopped)) return { ...stopped.consent, optedOutAt: now, activeGroups: 0 }
  return stopped.active.length > 0 ? { ...stopped.consent, activeGroups: 0 } : null
}

type Ended = { readonly stopped: readonly Stopped[]; readonly now: Date }

async function endMemberships(stores: Stores, deps: StopDeps, account: AccountId, { stopped, now }: Ended) {
  const memberships = stopped.flatMap((one) => one.memberships)
  if (memberships.length === 0) return
  await stores.memberships.save(memberships.map((membership) => ({ ...membership, state: 'removed', since: now })))
  const active = stopped.flatMap((one) => one.active.map(({ group }) => group))
  const fewer = new Map([...groupBy(active, (group) => group)].map(([group, all]) => [group, -all.length]))
  await stores.groups.count(account, fewer)
  const left = await stores.groups.find(account, [...fewer.keys()])
  const events = stopped.flatMap(({ contact, active }) =>
    active.flatMap((membership) => {
      const group = left.get(membership.group)
      return contact && group ? membershipEvent(deps, { ...STOPPED, contact, group, at: now }) : []
    }),
  )
  await stores.events.append(account, events)
}

function entriesOf(stopped: Stopped, deps: StopDeps, now: Date) {
  const text = { ...stopped.text, now }
  return [
    ...stopped.memberships.map(({ group, state }) =>
      entryByContact(text, deps, group, { action: state === 'active' ? 'OPT_OUT' : 'PENDING_REMOVED', reason: 'STOP' }),
    ),
    ...(isNewOptOut(stopped) ? [entryByContact(text, deps, null, { action: 'OPT_OUT', reason: 'STOP' })] : []),
  ]
}
