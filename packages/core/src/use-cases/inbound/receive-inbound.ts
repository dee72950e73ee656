import type { Account } from '../../model/accounts/account.js'
import { keywordOf } from '../../model/consent/keyword.js'
import { FREE } from '../../model/credits/price.js'
import { messageEvent } from '../../model/events/event.js'
import type { Message } from '../../model/messages/message.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { EventId, MessageId } from '../../values/ids.js'
import { isPhoneNumber } from '../../values/phone/phone-number.js'
import { toStorable } from '../../values/text/text.js'
import { textFrom } from '../consent/opt-in-text.js'
import { addServiceText } from '../messages/service-text.js'
import { submitAccepted, type SubmitDeps } from '../messages/submit-message.js'
import { confirm } from './confirm.js'
import type { KeywordText } from './keyword-text.js'
import { recordUnpaidStart, start } from './start.js'
import { stop } from './stop.js'

/** A text from a phone, as the provider delivers it, possibly more than once. */
export type InboundText = {
  readonly from: string
  readonly to: string
  readonly body: string
  readonly mediaUrl: string | null
  /** The provider's id of the text. */
  readonly providerId: string
}

/**
 * Everything that a text from a phone causes, in one transaction: the message itself, the changes that its keyword
 * makes, and the answer, which is submitted after the commit.
 */
export class ReceiveInbound {
  constructor(private readonly deps: SubmitDeps) {}

  /** `isHandled` is false for a text to a number that no account has. */
  async execute(input: InboundText): Promise<{ readonly isHandled: boolean }> {
    const received = { text: storable(input), now: this.deps.clock.now(), ...this.ids() }
    const { isHandled, reply } = await this.receive(received)
    if (reply !== null) await submitAccepted(this.deps, reply)
    return { isHandled }
  }

  /** Generated once, so that a second run recognizes a commit that was not acknowledged. */
  private ids() {
    return { id: this.deps.ids.next('msg'), eventId: this.deps.ids.next('evt') }
  }

  /** A START that cannot be paid for is rolled back, and handled again to store its text and failed confirmation. */
  private async receive(received: Received): Promise<Handled> {
    try {
      return await this.deps.unitOfWork.run((stores) => this.handle(stores, received, { canPay: true }))
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'insufficient-credits') throw error
      return this.deps.unitOfWork.run((stores) => this.handle(stores, received, { canPay: false }))
    }
  }

  private async handle(stores: Stores, received: Received, { canPay }: { canPay: boolean }): Promise<Handled> {
    const { text, now, id, eventId } = received
    const sender = await stores.senders.owner(text.to)
    const account = sender && (await stores.accounts.find(sender.account))
    if (sender === null || account === null) return { isHandled: false, reply: null }
    const message = messageOf(received, account)
    const added = await stores.messages.add([message])
    if (!added.has(id)) return { isHandled: true, reply: null }
    await stores.events.append(account.id, [messageEvent('message.received', message, { id: eventId, at: now })])
    if (!isPhoneNumber(text.from)) return { isHandled: true, reply: null }
    const keywordText = { account, phone: text.from, sender, body: text.body, now }
    return { isHandled: true, reply: await this.follow(stores, keywordText, canPay) }
  }

  private async follow(
    stores: Stores,
    text: KeywordText & { sender: Sender },
    canPay: boolean,
  ): Promise<Message | null> {
    const { deps } = this
    const replyWith = (body: string) =>
      addServiceText(stores, { ...textFrom(text.sender, deps.ids, text), purpose: 'answer', body })
    switch (keywordOf(text.body)) {
      case 'stop':
        return (await stop(stores, deps, text)) ? replyWith(stopReply(text.account)) : null
      case 'help':
        return replyWith(helpReply(text.account))
      case 'yes':
        await confirm(stores, deps, text)
        return null
      case 'start':
        if (canPay) return start(stores, deps, text)
        await recordUnpaidStart(stores, deps, text)
        return null
      case null:
        return null
    }
  }
}

type Received = { readonly text: InboundText; readonly now: Date; readonly id: MessageId; readonly eventId: EventId }
type Handled = { readonly isHandled: boolean; readonly reply: Message | null }

function stopReply({ name }: Account): string {
  return `${name}: You have opted out and will get no more messages from us.`
}

function helpReply({ name, compliance }: Account): string {
  return compliance.helpText || `${name}: Reply STOP to get no more messages from us. Msg & data rates may apply.`
}

/** Phones may send any characters, and no text may be lost because of them. */
function storable({ from, to, body, mediaUrl, providerId }: InboundText): InboundText {
  return {
    from: toStorable(from),
    to: toStorable(to),
    body: toStorable(body),
    mediaUrl: mediaUrl && toStorable(mediaUrl),
    providerId: toStorable(providerId),
  }
}

function messageOf({ text, now, id }: Received, account: Account): Message {
  return {
    ...text,
    id,
    account: account.id,
    direction: 'inbound',
    purpose: 'message',
    broadcast: null,
    status: 'sent',
    failure: null,
    sentAt: now,
    deliveredAt: null,
    createdAt: now,
    cost: FREE,
    phase: null,
    attempt: 0,
    idempotencyKey: null,
  }
}
