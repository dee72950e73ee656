import { creditEntries } from '../../model/credits/credit-entries.js'
import { covers, creditsText, FREE, SMS_PRICE } from '../../model/credits/price.js'
import { messageEvent } from '../../model/events/event.js'
import { NOT_TRIED, startOf, type Message, type MessagePurpose } from '../../model/messages/message.js'
import type { Sender } from '../../model/senders/sender.js'
import { countedFailed } from '../../model/statistics/statistic.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId, EventId, MessageId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { ATTEMPT_LEASE_MS } from './begin-attempt.js'
import { finishMessageJob } from './settlement.js'

/**
 * A text that no client requested directly: it welcomes a contact to a group, asks for a YES, answers a keyword, or
 * carries a code.
 */
type ServiceText = {
  readonly id: MessageId
  readonly eventId: EventId
  readonly account: AccountId
  readonly purpose: Exclude<MessagePurpose, 'message'>
  readonly to: PhoneNumber
  readonly sender: Sender
  readonly body: string
  readonly now: Date
  /** Whether the text costs nothing. */
  readonly isFree?: boolean
  /** Whether a worker submits the text, instead of the caller. */
  readonly isLeftToWorker?: boolean
}

/**
 * Stores the text with its attempt, in the transaction of the change that causes it. The caller submits it after the
 * commit, except a code or a text that is left to a worker. A text that cannot be paid for is stored as failed. Locks
 * the credits, so the caller must take all other locks first.
 */
export async function addServiceText(stores: Stores, text: ServiceText): Promise<Message> {
  const { account, now, isFree = false } = text
  const message = newText(text)
  if (!isFree && !covers(await stores.credits.lock(account), message.cost)) return addUnpaidText(stores, text)
  await stores.messages.add([message])
  const runAt = leavesToWorker(text) ? now : addMs(now, ATTEMPT_LEASE_MS)
  await stores.jobs.put([finishMessageJob(message, runAt)])
  if (!isFree) await stores.credits.post(account, creditEntries('reserve', message, now))
  return message
}

/** Stores the text as failed for lack of credits. */
export async function addUnpaidText(stores: Stores, text: ServiceText): Promise<Message> {
  const { eventId, account, now } = text
  const balance = await stores.credits.balance(account)
  const failure = {
    type: 'insufficient_credits',
    message: `The message costs ${creditsText(SMS_PRICE)}, but the account has ${creditsText({ sms: balance.sms, mms: 0 })}`,
  } as const
  const message: Message = { ...newText(text), status: 'failed', phase: null, failure, attempt: 0, cost: FREE }
  const added = await stores.messages.add([message])
  if (added.has(message.id)) await stores.statistics.count(account, [countedFailed(failure, now)])
  await stores.events.append(account, [messageEvent('message.failed', message, { id: eventId, at: now })])
  return message
}

function newText(text: ServiceText): Message {
  const { id, account, purpose, to, sender, body, now } = text
  return {
    id,
    account,
    direction: 'outbound',
    purpose,
    broadcast: null,
    to,
    from: sender.number,
    body,
    mediaUrl: null,
    template: null,
    status: 'queued',
    failure: null,
    sentAt: null,
    deliveredAt: null,
    heldUntil: null,
    createdAt: now,
    cost: text.isFree ? FREE : SMS_PRICE,
    ...(leavesToWorker(text) ? NOT_TRIED : startOf(sender)),
    idempotencyKey: null,
    providerId: null,
    tries: [],
  }
}

function leavesToWorker({ purpose, isLeftToWorker = false }: ServiceText): boolean {
  return purpose === 'code' || isLeftToWorker
}
