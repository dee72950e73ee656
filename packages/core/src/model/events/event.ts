import type { Ids } from '../../ports/runtime.js'
import { withoutNulls, type WithoutNulls } from '../../values/collections.js'
import type { AccountId, ContactId, EventId, GroupId, MessageId, ScheduleId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { broadcastView, type BroadcastView } from '../broadcasts/broadcast-view.js'
import type { Broadcast } from '../broadcasts/broadcast.js'
import type { PauseCause } from '../broadcasts/watch.js'
import type { Contact } from '../contacts/contact.js'
import type { Group } from '../groups/group.js'
import { messageView, type MessageView } from '../messages/message-view.js'
import type { FormLimitName } from '../limits/form-limits.js'
import type { Message } from '../messages/message.js'
import { sendView, type SendView } from '../schedules/schedule-view.js'
import type { Send } from '../schedules/send.js'

/** Every type that an endpoint can subscribe to. */
export const EVENT_TYPES = [
  'contacts.group.opted_in',
  'contacts.group.opted_out',
  'contact.erased',
  'message.sent',
  'message.failed',
  'message.delivered',
  'message.received',
  'broadcast.completed',
  'broadcast.paused',
  'schedule.send.completed',
  'schedule.send.failed',
  'link.clicked',
  'form.limited',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/**
 * Something that happened in an account, written in the transaction of the change. Its data is the changed object, as
 * the API returns it, but without the fields that are null.
 */
export type Event =
  MembershipEvent | ErasureEvent | MessageEvent | BroadcastEvent | PauseEvent | SendEvent | LinkEvent | FormEvent
export type EventBody = Pick<Event, 'type' | 'data'>

export type MembershipEvent = EventHead & {
  readonly type: 'contacts.group.opted_in' | 'contacts.group.opted_out'
  readonly data: MembershipChange
}

export type ErasureEvent = EventHead & {
  readonly type: 'contact.erased'
  readonly data: { readonly contact: { readonly id: ContactId } }
}

export type MessageEvent = EventHead & {
  readonly type: 'message.sent' | 'message.failed' | 'message.delivered' | 'message.received'
  readonly data: { readonly message: WithoutNulls<MessageView> }
}

export type BroadcastEvent = EventHead & {
  readonly type: 'broadcast.completed'
  readonly data: { readonly broadcast: PublishedBroadcast }
}

export type PauseEvent = EventHead & {
  readonly type: 'broadcast.paused'
  readonly data: { readonly broadcast: PublishedBroadcast; readonly because: PauseCause }
}

export type SendEvent = EventHead & {
  readonly type: 'schedule.send.completed' | 'schedule.send.failed'
  readonly data: { readonly schedule: { readonly id: ScheduleId }; readonly send: WithoutNulls<SendView> }
}

export type LinkEvent = EventHead & {
  readonly type: 'link.clicked'
  readonly data: {
    readonly link: string
    readonly message: { readonly id: MessageId; readonly to: string }
    /** Whether this is the first click on the link in this message. */
    readonly isFirst: boolean
  }
}

export type FormEvent = EventHead & {
  readonly type: 'form.limited'
  readonly data: { readonly group: { readonly id: GroupId; readonly name: string } } & LimitReport
}

/** A limit of an opt-in form that was reached. At most one event an hour reports the same limit. */
type LimitReport = {
  readonly limit: FormLimitName
  /** The numbers that it applies to, such as `+1202555` or `GB`; absent if it applies to all numbers. */
  readonly numbers?: string
  /** The codes of the last hour. */
  readonly sent: number
  readonly entered: number
  /** How many codes were sent in an hour on average, in the last 24 hours, counted like `sent`. */
  readonly usualPerHour: number
}

type PublishedBroadcast = WithoutNulls<
  Omit<BroadcastView, 'kind' | 'schedule'> & { readonly scheduleId: BroadcastView['schedule'] }
>

type EventHead = { readonly id: EventId; readonly account: AccountId; readonly at: Date }

export type MembershipChange = {
  readonly contact: { readonly id: ContactId; readonly phoneNumber: PhoneNumber }
  readonly group: { readonly id: GroupId; readonly name: string }
  readonly reason: 'DIRECT' | 'SILENT' | 'CONFIRMED' | 'FORM' | 'STOP' | 'USER_REMOVED' | 'ERASED'
}

export function membershipEvent(
  { ids }: { ids: Ids },
  { type, contact, group, reason, at }: GroupMove,
): MembershipEvent {
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

export function erasureEvent(
  account: AccountId,
  contact: ContactId,
  { id, at }: Pick<ErasureEvent, 'id' | 'at'>,
): ErasureEvent {
  return { id, account, at, type: 'contact.erased', data: { contact: { id: contact } } }
}

/** Creates an event that contains the message as it is after the change. */
export function messageEvent(
  type: MessageEvent['type'],
  message: Message,
  { id, at }: Pick<MessageEvent, 'id' | 'at'>,
): MessageEvent {
  return { id, account: message.account, at, type, data: { message: withoutNulls(messageView(message)) } }
}

/** Creates the event for a broadcast that has ended with any status. */
export function broadcastEvent(broadcast: Broadcast, { id, at }: Pick<BroadcastEvent, 'id' | 'at'>): BroadcastEvent {
  return { id, account: broadcast.account, at, type: 'broadcast.completed', data: { broadcast: published(broadcast) } }
}

/** Creates the event for a broadcast that was just paused. */
export function pausedEvent(
  broadcast: Broadcast,
  because: PauseCause,
  { id, at }: Pick<PauseEvent, 'id' | 'at'>,
): PauseEvent {
  const data = { broadcast: published(broadcast), because }
  return { id, account: broadcast.account, at, type: 'broadcast.paused', data }
}

function published(broadcast: Broadcast): PublishedBroadcast {
  const { kind: _, schedule, ...view } = broadcastView(broadcast)
  return withoutNulls({ ...view, scheduleId: schedule })
}

/** Creates the event for a send that was skipped or failed, or whose broadcast has ended. */
export function sendEvent(type: SendEvent['type'], send: Send, { id, at }: Pick<SendEvent, 'id' | 'at'>): SendEvent {
  const data = { schedule: { id: send.schedule }, send: withoutNulls(sendView(send)) }
  return { id, account: send.account, at, type, data }
}

type GroupMove = {
  readonly type: MembershipEvent['type']
  readonly contact: Pick<Contact, 'id' | 'account' | 'phone'>
  readonly group: Pick<Group, 'id' | 'name'>
  readonly reason: MembershipChange['reason']
  readonly at: Date
}

export interface EventOutbox {
  /** Whether an endpoint of the account subscribes to the type. Check this before creating thousands of events. */
  hasSubscribers(account: AccountId, type: EventType): Promise<boolean>
  /**
   * Stores the events whose type an endpoint of the account subscribes to, for delivery after the unit of work. Ignores
   * an event whose id is already stored.
   */
  append(account: AccountId, events: readonly Event[]): Promise<void>
  /** Accounts with waiting events, without duplicates: ids above `after` first, then the rest, both sorted by id. */
  accountsWaiting(page: { readonly after: AccountId | null; readonly limit: number }): Promise<readonly AccountId[]>
  /** The waiting events, oldest first, at most `limit`. `DeliveryStore.fanOut` takes them out of the outbox. */
  oldest(account: AccountId, limit: number): Promise<readonly Event[]>
}

/** Whether the event's data contains the number as a person's number, not as a sender of the account. */
export function mentionsPhone(data: unknown, phone: PhoneNumber): boolean {
  const { contact, message } = data as EventDataWithPhone
  if (contact?.phoneNumber === phone) return true
  return (message?.direction === 'inbound' ? message.from : message?.to) === phone
}

type EventDataWithPhone = {
  readonly contact?: { readonly phoneNumber?: string }
  readonly message?: { readonly direction?: string; readonly to?: string; readonly from?: string }
}
