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
