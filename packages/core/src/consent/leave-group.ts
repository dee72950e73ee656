import type { Account } from '../accounts/account.js'
import type { Contact, ContactView } from '../contacts/contact.js'
import { theViewOf } from '../contacts/contact-views.js'
import { contactNotFound } from '../contacts/find-contacts.js'
import { theGroup } from '../groups/find-groups.js'
import type { Group } from '../groups/group.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Secrets } from '../ports/secrets.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { GroupId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone-number.js'
import type { Membership } from './membership.js'

export type LeaveGroupInput = { readonly account: Account; readonly phone: PhoneNumber; readonly group: GroupId }

/** Removal by the operator. It is soft, and no hard opt-out: that is the contact's own act. */
export class LeaveGroup {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids; secrets: Secrets }) {}

  execute({ account, phone, group }: LeaveGroupInput): Promise<ContactView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const contact = await stores.contacts.find(account.id, phone)
      if (contact === null) throw contactNotFound(phone)
      const left = await theGroup(stores, account.id, group)
      const consent = (await stores.consents.lock(account.id, [phone])).get(phone)!
      const memberships = await stores.memberships.of(account.id, [contact.id])
      const membership = memberships.find((candidate) => candidate.group === group)
      if (membership !== undefined) {
        await stores.memberships.save([{ ...membership, state: 'removed', since: now }])
        if (membership.state === 'active') {
          await stores.consents.save([{ ...consent, activeGroups: consent.activeGroups - 1 }])
          await stores.groups.count(account.id, new Map([[group, -1]]))
          await this.tell(stores, { contact, group: left, now })
        }
        await this.log(stores, { contact, membership, now })
      }
      return theViewOf(stores, contact)
    })
  }

  private async tell({ events }: Stores, { contact, group, now }: { contact: Contact; group: Group; now: Date }) {
    await events.append(contact.account, [
      {
        id: this.deps.ids.next('evt'),
        account: contact.account,
        at: now,
        type: 'contacts.group.opted_out',
        data: {
          contact: { id: contact.id, phoneNumber: contact.phone },
          group: { id: group.id, name: group.name },
          reason: 'USER_REMOVED',
        },
      },
    ])
  }

  private async log(
    stores: Stores,
    { contact, membership, now }: { contact: Contact; membership: Membership; now: Date },
  ) {
    await stores.consentLog.append([
      {
        id: this.deps.ids.next('log'),
        account: contact.account,
        subject: this.deps.secrets.pseudonymOf(contact.account, contact.phone),
        at: now,
        by: 'API',
        group: membership.group,
        text: null,
        action: 'MANUAL_REMOVAL',
        reason: membership.state === 'active' ? 'USER_REMOVED' : 'PENDING_REMOVED',
      },
    ])
  }
}
