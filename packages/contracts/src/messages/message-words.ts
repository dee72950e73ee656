import type { Event, MessageEvent } from '@carillon/core'

export const MESSAGE_EVENT_TYPES = [
  'message.sent',
  'message.failed',
  'message.delivered',
  'message.received',
] as const satisfies readonly MessageEvent['type'][]

/** The last part of the type of each message event, such as `sent` or `delivered`; other events are ignored. */
export function messageWordsOf(events: readonly Event[]): readonly string[] {
  const messageEvents = events.filter(({ type }) => type.startsWith('message.'))
  return messageEvents.map(({ type }) => type.replace('message.', ''))
}
