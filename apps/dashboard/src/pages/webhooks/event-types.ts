import type { components } from '../../api/schema.js'

export type EventType = components['schemas']['EventType']

/** What each event tells, in the order in which the form lists them. */
export const EVENT_TYPES: Readonly<Record<EventType, string>> = {
  'message.received': 'Somebody texted one of your numbers',
  'message.sent': 'A text was handed to the carrier',
  'message.delivered': 'A text reached the phone',
  'message.failed': 'A text failed',
  'broadcast.completed': 'A broadcast or batch ended',
  'broadcast.paused': 'A broadcast or batch was paused',
  'contacts.group.opted_in': 'A contact joined a group',
  'contacts.group.opted_out': 'A contact left a group',
  'contact.erased': 'A number was erased',
  'link.clicked': 'A tracking link was opened',
  'schedule.send.completed': 'A send of a schedule was started',
  'schedule.send.failed': 'A send of a schedule failed',
  'form.limited': 'An opt-in form reached a limit',
}
