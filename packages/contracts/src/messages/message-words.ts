import type { Event, MessageEvent } from '@carillon/core'

export const MESSAGE_EVENT_TYPES = [
  'message.sent',
  'message.failed',
  'message.delivered',
  'message.received',
] as const satisfies readonly MessageEvent['type'][]

/** The message events, by the last part of their types: `sent`, `delivered`. */
export function messageWordsOf(events: readonly Event[]): readonly string[] {
  const messageEvents = events.filter(({ type }) => type.startsWith('message.'))
  return messageEvents.map(({ type }) => type.replace('message.', ''))
}
