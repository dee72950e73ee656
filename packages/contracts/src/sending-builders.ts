import {
  CODE_LENGTH,
  FREE,
  SMS_PRICE,
  jobIdOf,
  type Annotation,
  type Click,
  type Job,
  type LedgerEntry,
  type Message,
  type MessageQuery,
  type Receipt,
  type Sender,
  type TrackingLink,
} from '@carillon/core'
import { ANN, NOW, after, ids, type Of } from './builders.js'

export function aSender(given: Of<Sender>): Sender {
  return { number: '+12025550199', status: 'active', mms: true, messagesPerSecond: null, createdAt: NOW, ...given }
}

/** An SMS to Ann that is being submitted for the first time. */
export function aMessage(given: Of<Message>): Message {
  return {
    id: ids.next('msg'),
    direction: 'outbound',
    purpose: 'message',
    broadcast: null,
    to: ANN,
    from: '+12025550199',
    body: 'Hello',
    mediaUrl: null,
    status: 'queued',
    failure: null,
    sentAt: null,
    deliveredAt: null,
    createdAt: NOW,
    cost: SMS_PRICE,
    phase: 'submitting',
    attempt: 1,
    idempotencyKey: null,
    providerId: null,
    ...given,
  }
}

/** A text from Ann. */
export function anInboundText(given: Of<Message>): Message {
  const [to, from] = ['+12025550199', ANN]
  const received = { direction: 'inbound', status: 'sent', sentAt: NOW, phase: null, attempt: 0, cost: FREE } as const
  return aMessage({ to, from, ...received, providerId: ids.next('msg'), ...given })
}

/** All messages, on a page as long as a page can be. */
export function aMessageQuery(given: Partial<MessageQuery> = {}): MessageQuery {
  return {
    direction: null,
    to: null,
    from: null,
    status: null,
    createdFrom: null,
    createdTo: null,
    page: 1,
    limit: 100,
    ...given,
  }
}

/** It reached the phone. */
export function aReceipt({ message, ...given }: { message: Message } & Partial<Omit<Receipt, 'message'>>): Receipt {
  return { account: message.account, message: message.id, at: after(2), failure: null, ...given }
}

export type FinishJob = Extract<Job, { readonly kind: 'finish-message' }>

/** Due now, in the quick lane. */
export function aJob(given: Of<FinishJob>): FinishJob {
  const message = ids.next('msg')
  return { id: jobIdOf(message), lane: 'quick', kind: 'finish-message', payload: { message }, runAt: NOW, ...given }
}

/** A grant of ten SMS credits. */
export function aLedgerEntry(given: Of<LedgerEntry>): LedgerEntry {
  return {
    id: ids.next('led'),
    at: NOW,
    unit: 'sms',
    from: 'operator',
    to: 'available',
    amount: 10,
    reference: 'grant',
    ...given,
  }
}

export function aTrackingLink(given: Of<TrackingLink>): TrackingLink {
  return { link: 'go.example.com/sale', target: 'https://shop.example.com/sale', createdAt: NOW, ...given }
}

/** Of the link that `aTrackingLink` builds. */
export function anAnnotation(given: Of<Annotation>): Annotation {
  const message = given.message ?? ids.next('msg')
  return { link: 'go.example.com/sale', code: message.slice(-CODE_LENGTH), message, ...given }
}

/** Somebody follows the bare link. */
export function aClick(given: Of<Click>): Click {
  return { link: 'go.example.com/sale', code: null, at: NOW, visitor: 'person', agent: 'Mozilla/5.0', ...given }
}
