import type { Contact } from '../contacts/contact.js'
import type { Group } from '../groups/group.js'
import type { Ids } from '../ports/ids.js'
import type { AccountId, ContactId, EventId, GroupId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone-number.js'

/** Every type that an endpoint can subscribe to. */
export const EVENT_TYPES = [
  'contacts.group.opted_in',
  'contacts.group.opted_out',
  'message.sent',
  'message.failed',
  'message.delivered',
  'message.received',
  'broadcast.completed',
  'schedule.send.completed',
  'schedule.send.failed',
  'link.clicked',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Something that happened to an account, written in the transaction that made it happen. */
export type Event = {
  readonly id: EventId
  readonly account: AccountId
  readonly at: Date
} & EventBody

export type EventBody = {
  readonly type: 'contacts.group.opted_in' | 'contacts.group.opted_out'
  readonly data: MembershipChange
}

export type MembershipChange = {
  readonly contact: { readonly id: ContactId; readonly phoneNumber: PhoneNumber }
  readonly group: { readonly id: GroupId; readonly name: string }
  readonly reason: 'DIRECT' | 'SILENT' | 'CONFIRMED' | 'FORM' | 'STOP' | 'USER_REMOVED'
}

export function membershipEvent({ ids }: { ids: Ids }, { type, contact, group, reason, at }: MembershipEvent): Event {
  return {
    id: ids.next('evt'),
    account: contact.account,
    at,
    type,
    data: {
      contact: { id: contact.id, phoneNumber: contact.phone },
      group: { id: group.id, name: group.name },
      reason,
    },
  }
}

type MembershipEvent = {
  readonly type: EventBody['type']
  readonly contact: Pick<Contact, 'id' | 'account' | 'phone'>
  readonly group: Pick<Group, 'id' | 'name'>
  readonly reason: MembershipChange['reason']
  readonly at: Date
}
