import type { ConsentDeps } from '../../model/consent/consent-log.js'
import { membershipEvent } from '../../model/events/event.js'
import { stopWayOf } from '../../model/statistics/statistic.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { lockContact } from '../contacts/read-contact.js'
import { forgetConfirmations } from '../limits/confirmations.js'
import { lockConsent } from '../opt-outs/suppression.js'
import { entryByContact, type KeywordText } from './keyword-text.js'

/**
 * Ends every membership, active or pending, and records the hard opt-out, whether or not a contact has the number.
 * Returns false if the number had opted out before: it gets no second answer.
 */
export async function stop(stores: Stores, deps: StopDeps, received: KeywordText): Promise<boolean> {
  const { account, phone } = received
  const contact = await lockContact(stores, account.id, phone)
  const consent = await lockConsent(stores, deps, account.id, phone)
  // The lock may have waited for sends that came before the STOP. No send can begin after this instant.
  const now = deps.clock.now()
  const text = { ...received, now }
  const memberships = contact === null ? [] : await stores.memberships.of(account.id, [contact.id])
  const active = memberships.filter(({ state }) => state === 'active')
  const isFirst = consent.optedOutAt === null
  if (isFirst) {
    await stores.consents.save([{ ...consent, optedOutAt: now, activeGroups: 0 }])
    const detail = stopWayOf(received.body)
    await stores.statistics.count(account.id, [{ statistic: 'opt_out', detail, at: now, count: 1 }])
  }
  if (!isFirst && active.length > 0) await stores.consents.save([{ ...consent, activeGroups: 0 }])

  if (contact !== null && memberships.length > 0) {
    await stores.memberships.save(memberships.map((membership) => ({ ...membership, state: 'removed', since: now })))
    await stores.groups.count(account.id, new Map(active.map(({ group }) => [group, -1])))
    const left = await stores.groups.find(
      account.id,
      active.map(({ group }) => group),
    )
    await stores.events.append(
      account.id,
      [...left.values()].map((group) => membershipEvent(deps, { ...STOPPED, contact, group, at: now })),
    )
  }
  await stores.consentLog.append([
    ...memberships.map(({ group, state }) =>
      entryByContact(text, deps, group, { action: state === 'active' ? 'OPT_OUT' : 'PENDING_REMOVED', reason: 'STOP' }),
    ),
    ...(isFirst ? [entryByContact(text, deps, null, { action: 'OPT_OUT', reason: 'STOP' })] : []),
  ])
  await forgetConfirmations(stores, deps, { account: account.id, phone })
  return isFirst
}

type StopDeps = ConsentDeps & { readonly clock: Clock }

const STOPPED = { type: 'contacts.group.opted_out', reason: 'STOP' } as const
