import type { Account } from '../../model/accounts/account.js'
import { keywordOf, type Keyword } from '../../model/consent/keyword.js'
import { resemblesStop } from '../../model/consent/resembles-stop.js'
import { covers, FREE, SMS_PRICE } from '../../model/credits/price.js'
import { messageEvent } from '../../model/events/event.js'
import { helpCounters } from '../../model/limits/stranger-limits.js'
import type { UsageCounter } from '../../model/limits/usage-counter.js'
import type { Message } from '../../model/messages/message.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { EventId, MessageId } from '../../values/ids.js'
import { isPhoneNumber } from '../../values/phone/phone-number.js'
import { toStorable } from '../../values/text/text.js'
import { textFrom } from '../consent/opt-in-text.js'
import { strangerTextLimit, takeStrangerText, type TextLimit } from '../limits/stranger-text.js'
import { addServiceText, addUnpaidText, leaveToWorker } from '../messages/service-text.js'
import { submitAccepted, type SubmitDeps } from '../messages/submit-message.js'
import { confirm } from './confirm.js'
import type { KeywordText } from './keyword-text.js'
import { LimitJustReached, recordUnpaidStart, start, type Started } from './start.js'
import { stop } from './stop.js'

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

type ReceiveOptions = {
  /**
   * Whether a worker submits the reply. Otherwise the call waits for the submission, and if the process is killed
   * meanwhile, a provider that can neither deduplicate nor be queried may never send the reply.
   */
  readonly leavesReply?: boolean
}

/**
 * Everything that a text from a phone causes, in one transaction: the message itself, the changes that its keyword
 * makes, and the answer, which is submitted after the commit.
 */
export class ReceiveInbound {
  constructor(private readonly deps: SubmitDeps) {}

  async execute(input: InboundText, { leavesReply = false }: ReceiveOptions = {}): Promise<HandledInbound> {
    const { isAnswered = false, furtherMedia = [] } = input
    const more = { isAnswered, leavesReply, furtherMedia: furtherMedia.map(toStorable) }
    const received = { text: storable(input), ...more, now: this.deps.clock.now(), ...this.ids() }
    const { message, ...handled } = await this.receive(received)
    if (message !== null && !leavesReply) await submitAccepted(this.deps, message)
    return handled
  }

  /** Generated once, so that a second run recognizes a commit that was not acknowledged. */
  private ids() {
    return { id: this.deps.ids.next('msg'), eventId: this.deps.ids.next('evt') }
  }

  /** A START that cannot be confirmed is rolled back, and handled again to store its text without its effects. */
  private async receive(received: Received): Promise<Handled> {
    try {
      return await this.deps.unitOfWork.run((stores) => this.handle(stores, received, null))
    } catch (error) {
      const refusal = startRefusalOf(error)
      if (refusal === null) throw error
      return this.deps.unitOfWork.run((stores) => this.handle(stores, received, refusal))
    }
  }

  private async handle(stores: Stores, received: Received, refusal: StartRefusal | null): Promise<Handled> {
    const { text, now, id, eventId } = received
    const sender = await stores.senders.owner(text.to)
    const account = sender && (await stores.accounts.find(sender.account))
    if (sender === null || account === null) return { ...NOTHING_SENT, isHandled: false }
    const message = messageOf(received, account)
    const added = await stores.messages.add([message])
    if (!added.has(id)) return NOTHING_SENT
    await stores.statistics.count(account.id, [{ statistic: 'received', detail: '', at: now, count: 1 }])
    await stores.events.append(account.id, [messageEvent('message.received', message, { id: eventId, at: now })])
    if (!isPhoneNumber(text.from)) return NOTHING_SENT
    await stores.conversations.receive({ ...message, from: text.from })
    if (resemblesStop(text.body)) await stores.possibleOptOuts.add(message)
    const keyword = keywordOf(text.body)
    if (keyword === null) return NOTHING_SENT
    const keywordText = { account, phone: text.from, sender, body: text.body, now, isAnswered: received.isAnswered }
    const followed = await this.follow(stores, keyword, keywordText, refusal)
    if (followed.message !== null && received.leavesReply) await leaveToWorker(stores, followed.message, now)
    return { ...NOTHING_SENT, keyword, ...followed }
  }

  /** Does what the keyword means. A limit withholds only the text, never a change of consent. */
  private async follow(
    stores: Stores,
    keyword: Keyword,
    text: AnsweredText,
    refusal: StartRefusal | null,
  ): Promise<Pick<Handled, 'message' | 'reply'>> {
    const { deps } = this
    const { account, phone } = text
    switch (keyword) {
      case 'stop':
        return (await stop(stores, deps, text)) ? this.reply(stores, text, stopReply(account)) : NO_REPLY
      case 'help': {
        const counters = helpCounters(deps.secrets.pseudonymOf(account.id, phone))
        const isFree = !account.serviceTexts.chargeReplies
        return this.reply(stores, text, helpReply(account), { counters, isFree })
      }
      case 'yes':
        await confirm(stores, deps, text)
        return NO_REPLY
      case 'start':
        if (refusal === 'insufficient-credits') await recordUnpaidStart(stores, deps, text)
        if (refusal !== null) return { message: null, reply: refusal }
        return startedReply(await start(stores, deps, text))
    }
  }

  private async reply(
    stores: Stores,
    text: AnsweredText,
    body: string,
    { counters = [], isFree = true }: { readonly counters?: readonly UsageCounter[]; readonly isFree?: boolean } = {},
  ): Promise<Pick<Handled, 'message' | 'reply'>> {
    if (text.isAnswered) return NO_REPLY
    const { account, now } = text
    const from = textFrom(text.sender, this.deps.ids, text)
    const isPaid = isFree || covers(await stores.credits.balance(account.id), SMS_PRICE)
    if (!isPaid) {
      // Only the counters of the number count a text that is not sent, so that they bound the failed texts.
      const reached =
        (await strangerTextLimit(stores, { ...text, counters })) ??
        (await stores.usages.take(account.id, counters, now))?.name
      if (reached !== undefined) return { message: null, reply: reached }
      await addUnpaidText(stores, { ...from, purpose: 'answer', body })
      return { message: null, reply: 'insufficient-credits' }
    }
    const limit = await takeStrangerText(stores, { ...text, counters })
    if (limit !== null) return { message: null, reply: limit }
    const message = await addServiceText(stores, { ...from, purpose: 'answer', body, isFree })
    return message.status === 'failed' ? { message: null, reply: 'insufficient-credits' } : { message, reply: 'sent' }
  }
}

/** What a text from a phone has caused. */
export type HandledInbound = {
  /** False for a text to a number that no account has. */
  readonly isHandled: boolean
  readonly keyword: Keyword | null
  /** Whether a text was sent in reply, or why not; null if the text needs no reply. */
  readonly reply: 'sent' | 'insufficient-credits' | TextLimit | null
}

type Handled = HandledInbound & { readonly message: Message | null }

const NO_REPLY = { message: null, reply: null } as const
const NOTHING_SENT = { ...NO_REPLY, isHandled: true, keyword: null } as const

type StartRefusal = 'insufficient-credits' | TextLimit

/** Why the confirmation of a START could not be sent; null for any other error. */
function startRefusalOf(error: unknown): StartRefusal | null {
  if (error instanceof LimitJustReached) return error.limit
  return error instanceof DomainError && error.code === 'insufficient-credits' ? error.code : null
}

function startedReply(started: Started): Pick<Handled, 'message' | 'reply'> {
  if (started === null) return NO_REPLY
  return 'limit' in started ? { message: null, reply: started.limit } : { message: started, reply: 'sent' }
}

type Received = {
  readonly text: StoredText
  readonly isAnswered: boolean
  readonly leavesReply: boolean
  readonly furtherMedia: readonly string[]
  readonly now: Date
  readonly id: MessageId
  readonly eventId: EventId
}

type StoredText = Omit<InboundText, 'isAnswered' | 'furtherMedia'>

type AnsweredText = KeywordText & { readonly sender: Sender; readonly isAnswered: boolean }

function stopReply({ name }: Account): string {
  return `${name}: You have opted out and will get no more messages from us.`
}

function helpReply({ name, compliance }: Account): string {
  return compliance.helpText || `${name}: Reply STOP to get no more messages from us. Msg & data rates may apply.`
}

/** Phones may send any characters, and no text may be lost because of them. */
function storable({ from, to, body, mediaUrl, providerId }: InboundText): StoredText {
  return {
    from: toStorable(from),
    to: toStorable(to),
    body: toStorable(body),
    mediaUrl: mediaUrl && toStorable(mediaUrl),
    providerId: toStorable(providerId),
  }
}

function messageOf({ text, furtherMedia, now, id }: Received, account: Account): Message {
  return {
    ...text,
    body: [text.body, ...furtherMedia].filter((part) => part !== '').join('\n'),
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
    tries: [],
  }
}
