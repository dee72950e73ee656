import { isoOf } from '../../values/time/instant.js'
import { refOf } from '../templates/template-content.js'
import { carrierOf, type Message } from './message.js'

/** A message as its account sees it, in plain data: used in responses, stored responses of keys, and events. */
export type MessageView = ReturnType<typeof messageView>

export function messageView(message: Message) {
  const { id, direction, to, from, body, mediaUrl, template, status, failure } = message
  const { sentAt, deliveredAt, createdAt, heldUntil } = message
  return {
    id,
    direction,
    to,
    from,
    body,
    mediaUrl,
    /** The version of the template that the text was made from, as plain data. */
    template: template && refOf(template),
    status,
    errorType: failure?.type ?? null,
    errorMessage: failure?.message ?? null,
    sentAt: sentAt && isoOf(sentAt),
    deliveredAt: deliveredAt && isoOf(deliveredAt),
    createdAt: isoOf(createdAt),
    /** While it waits for its sending window. Null, like everything that a message does not have, if it does not. */
    heldUntil: status === 'queued' && heldUntil !== null && heldUntil > createdAt ? isoOf(heldUntil) : null,
  } as const
}

/** The message as it is shown at this instant: once its sending window has opened, it is not held any more. */
export function withHoldAt(message: Message, now: Date): Message {
  return message.heldUntil !== null && message.heldUntil <= now ? { ...message, heldUntil: null } : message
}

/** A message with what its carriers said: only for whoever reads the message. */
export type MessageDetails = ReturnType<typeof messageDetails>

export function messageDetails(message: Message) {
  return {
    ...messageView(message),
    carrier: carrierOf(message),
    /** The carrier's id of the message. */
    carrierId: message.providerId,
    carrierCode: message.failure?.carrierCode ?? null,
    tries: message.tries.map(({ at, ...tried }) => ({ ...tried, at: isoOf(at) })),
  } as const
}
