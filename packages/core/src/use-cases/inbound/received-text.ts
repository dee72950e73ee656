import type { Account } from '../../model/accounts/account.js'
import { keywordOf, type Keyword } from '../../model/consent/keyword.js'
import { FREE } from '../../model/credits/price.js'
import type { Message } from '../../model/messages/message.js'
import type { Ids } from '../../ports/runtime.js'
import type { EventId, MessageId } from '../../values/ids.js'
import { toStorable } from '../../values/text/text.js'

/** A text from a phone, as the provider delivers it, possibly more than once. */
export type InboundText = {
  readonly from: string
  readonly to: string
  readonly body: string
  readonly mediaUrl: string | null
  /** If the text has several media: the URLs after the first, which are stored below the text. */
  readonly furtherMedia?: readonly string[]
  /** The provider's id of the text. */
  readonly providerId: string
  /** Whether the carrier itself has answered the keyword in the text: then no answer of ours follows. */
  readonly isAnswered?: boolean
}

export type Received = {
  readonly text: Omit<InboundText, 'isAnswered' | 'furtherMedia'>
  readonly keyword: Keyword | null
  readonly isAnswered: boolean
  readonly leavesReply: boolean
  readonly furtherMedia: readonly string[]
  readonly now: Date
  readonly id: MessageId
  readonly eventId: EventId
}

/**
 * Phones may send any characters, and no text may be lost because of them. The ids are generated once, so that a second
 * run recognizes a commit that was not acknowledged.
 */
export function receivedOf(
  { from, to, body, mediaUrl, providerId, isAnswered = false, furtherMedia = [] }: InboundText,
  { leavesReply, ids, now }: { readonly leavesReply: boolean; readonly ids: Ids; readonly now: Date },
): Received {
  const text = {
    from: toStorable(from),
    to: toStorable(to),
    body: toStorable(body),
    mediaUrl: mediaUrl && toStorable(mediaUrl),
    providerId: toStorable(providerId),
  }
  const keyword = keywordOf(text.body)
  const own = { id: ids.next('msg'), eventId: ids.next('evt'), now }
  return { text, keyword, isAnswered, leavesReply, furtherMedia: furtherMedia.map(toStorable), ...own }
}

export function messageOf({ text, furtherMedia, now, id }: Received, account: Account): Message {
  return {
    ...text,
    body: [text.body, ...furtherMedia].filter((part) => part !== '').join('\n'),
    id,
    account: account.id,
    direction: 'inbound',
    purpose: 'message',
    broadcast: null,
    template: null,
    status: 'sent',
    failure: null,
    sentAt: now,
    deliveredAt: null,
    heldUntil: null,
    createdAt: now,
    cost: FREE,
    phase: null,
    attempt: 0,
    idempotencyKey: null,
    tries: [],
  }
}
