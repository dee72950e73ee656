import type { Account } from '../../model/accounts/account.js'
import { logEntryOf, type ConsentChange } from '../../model/consent/consent-log.js'
import type { Consent } from '../../model/consent/consent.js'
import type { Contact, ContactView } from '../../model/contacts/contact.js'
import { membershipEvent } from '../../model/events/event.js'
import type { Group } from '../../model/groups/group.js'
import type { Membership } from '../../model/groups/membership.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { requireView } from '../contacts/contact-views.js'
import { requireLockedContact } from '../contacts/read-contact.js'
import { requireGroup } from '../groups/read-group.js'

export type LeaveGroupInput = { readonly account: Account; readonly phone: PhoneNumber; readonly group: GroupId }

/** Removes a contact from a group for a client. This is not a hard opt-out, which only the contact can request. */
export class LeaveGroup {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids; secrets: Secrets }) {}

  execute({ account, phone, group }: LeaveGroupInput): Promise<ContactView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const contact = await requireLockedContact(stores, account.id, phone)
      const left = await requireGroup(stores, account.id, group)
      const consent = (await stores.consents.lock(account.id, [phone])).get(phone)!
      const memberships = await stores.memberships.of(account.id, [contact.id])
      const membership = memberships.find((candidate) => candidate.group === group)
      if (membership !== undefined) await this.remove(stores, membership, { contact, consent, group: left, now })
      return requireView(stores, contact)
    })
  }

  private async remove(stores: Stores, membership: Membership, { contact, consent, group, now }: Leaving) {
    const { account } = membership
    await stores.memberships.save([{ ...membership, state: 'removed', since: now }])
    if (membership.state === 'active') {
      await stores.consents.save([{ ...consent, activeGroups: consent.activeGroups - 1 }])
      await stores.groups.count(account, new Map([[group.id, -1]]))
      await stores.statistics.count(account, [{ statistic: 'opt_out', detail: 'REMOVED', at: now, count: 1 }])
      await stores.events.append(account, [membershipEvent(this.deps, { ...OPT_OUT, contact, group, at: now })])
    }
    const change = changeOf(membership)
    await stores.consentLog.append([logEntryOf(this.deps, { contact, group: group.id, change, by: 'API', at: now })])
  }
}

type Leaving = { readonly contact: Contact; readonly consent: Consent; readonly group: Group; readonly now: Date }

const OPT_OUT = { type: 'contacts.group.opted_out', reason: 'USER_REMOVED' } as const

/** The change for the log: the end of an active or of a pending membership. */
function changeOf({ state }: Membership): ConsentChange {
  return { action: 'MANUAL_REMOVAL', reason: state === 'active' ? 'USER_REMOVED' : 'PENDING_REMOVED' }
}
