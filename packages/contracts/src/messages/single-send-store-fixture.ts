import {
  creditEntries,
  jobIdOf,
  messageView,
  messageEvent,
  type Acceptance,
  type MessageLink,
  type IdempotencyKeyRecord,
  type Message,
  type MessageEvent,
  type SendFactsQuery,
  type SendLimits,
  type Settlement,
} from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, NOW, aConsent, after, ids } from '../fixtures/builders.js'
import { aJob, aLedgerEntry, aMessage, aSender, aMessageLink } from '../fixtures/sending-builders.js'

const DAY = '2026-03-01'
export const KEY = 'order-1'
/** The balance after one SMS was accepted. */
export const RESERVED = { sms: 8, mms: 2, reserved: { sms: 2, mms: 0 } }
const WINDOW_SECONDS = 48 * 3_600

export type SingleSendStoreFixture = Awaited<ReturnType<typeof singleSendStoreFixture>>

/** A fixture that can send: a sender, Ann's consent, ten SMS credits and two MMS credits. */
export async function singleSendStoreFixture(open: OpenTestAdapters) {
  const adapters = await open()
  const fixture = await accountFixture(adapters)
  const account = fixture.account.id
  const sender = aSender({ account })
  const consent = aConsent({ account, activeGroups: 1 })
  await fixture.run(async ({ senders, consents, credits }) => {
    await senders.put(sender)
    await consents.save([consent])
    await credits.post(account, [
      aLedgerEntry({ account, amount: 10 }),
      aLedgerEntry({ account, unit: 'mms', amount: 2 }),
    ])
  })
  const query = (given: Partial<SendFactsQuery> = {}): SendFactsQuery => {
    return { account, message: ids.next('msg'), to: ANN, from: sender.number, key: null, day: DAY, ...given }
  }
  const message = (given?: Partial<Message>) => aMessage({ account, ...given })
  const facts = (given?: Partial<SendFactsQuery>) => fixture.run(({ singleSends }) => singleSends.facts(query(given)))
  const accept = (message: Message, given?: Partial<Acceptance>) =>
    fixture.run(({ singleSends }) => singleSends.accept(acceptanceOf(message, given)))
  const settle = (settlement: Settlement) => fixture.run(({ singleSends }) => singleSends.settle(settlement))
  const acceptAtOnce = (message: Message, limits: SendLimits = { dailyQuota: null }, given?: Partial<Acceptance>) =>
    adapters.unitOfWork.runOne(({ singleSends }) => singleSends.acceptAtOnce(acceptanceOf(message, given), limits))
  const settleAtOnce = (settlement: Settlement) =>
    adapters.unitOfWork.runOne(({ singleSends }) => singleSends.settleAtOnce(settlement))
  const accepted = async (given?: Partial<Message>) => {
    const one = message(given)
    if ((await accept(one)) !== null) throw new Error(`The key of ${one.id} is taken`)
    return one
  }
  const job = async ({ id }: Message) => {
    const claiming = { account, lane: 'quick', limit: 100, now: after(1e6), leaseUntil: after(2e6) } as const
    const jobs = await fixture.run((stores) => stores.jobs.claim({ ...claiming, fence: ids.next('job') }))
    return jobs.find((one) => one.id === jobIdOf(id)) ?? null
  }
  return {
    ...fixture,
    unitOfWork: adapters.unitOfWork,
    sender,
    consent,
    query,
    message,
    facts,
    accept,
    settle,
    acceptAtOnce,
    settleAtOnce,
    accepted,
    /** Claims the message's job; null when there is none. */
    job,
    find: ({ id }: Message) => fixture.run(({ messages }) => messages.find(account, id)),
    /** The clicks on the links in the message. */
    clicksOf: ({ id }: Message) => fixture.run(({ clicks }) => clicks.of(account, id)),
    key: (key = KEY) => fixture.run(({ idempotencyKeys }) => idempotencyKeys.find({ account, scope: 'message', key })),
    balance: () => fixture.run(({ credits }) => credits.balance(account)),
  }
}

export function acceptanceOf(message: Message, given?: Partial<Acceptance>): Acceptance {
  return {
    message,
    job: aJob({ account: message.account, id: jobIdOf(message.id), payload: { message: message.id }, runAt: after(9) }),
    key: keyOf(message),
    entries: creditEntries('reserve', message, NOW),
    messageLinks: [],
    day: DAY,
    now: NOW,
    ...given,
  }
}

/** This many links in a message, in ascending order. */
export function messageLinksOf({ account, id }: Message, count: number): readonly MessageLink[] {
  const paths = Array.from({ length: count }, (_, i) => String(i).padStart(3, '0'))
  return paths.map((path) => aMessageLink({ account, message: id, link: `go.example.com/${path}` }))
}

export function sentOf(before: Message, given?: Partial<Settlement>): Settlement {
  const message: Message = { ...before, status: 'sent', phase: null, sentAt: after(1), providerId: 'SM1' }
  return {
    message,
    entries: creditEntries('capture', message, after(1)),
    job: null,
    key: keyWithResponse(message, after(1 + WINDOW_SECONDS)),
    events: [eventOf(message)],
    optOut: null,
    counted: [{ statistic: 'sent', detail: '', at: after(1), count: 1 }],
    ...given,
  }
}

export function failedOf(before: Message, given?: Partial<Settlement>): Settlement {
  const failure = { type: 'carrier_rejected', message: 'The carrier said no', carrierCode: '30007' } as const
  const message: Message = { ...before, status: 'failed', phase: null, failure }
  return {
    message,
    entries: creditEntries('release', message, after(1)),
    job: null,
    key: message.idempotencyKey === null ? null : 'freed',
    events: [eventOf(message)],
    optOut: null,
    counted: [{ statistic: 'failed', detail: 'carrier_rejected', at: after(1), count: 1 }],
    ...given,
  }
}

/** A settlement after which the message is retried in a minute. */
export function waitingOf(before: Message, given?: Partial<Settlement>): Settlement {
  const message: Message = { ...before, phase: 'waiting' }
  const job = { ...acceptanceOf(message).job, runAt: after(60) }
  return {
    message,
    entries: [],
    job,
    key: keyWithResponse(message, null),
    events: [],
    optOut: null,
    counted: [],
    ...given,
  }
}

function keyOf({ account, id: target, idempotencyKey: key }: Message): IdempotencyKeyRecord | null {
  return key === null ? null : { account, scope: 'message', key, target, answer: null, expiresAt: null }
}

export function keyWithResponse(message: Message, expiresAt: Date | null): IdempotencyKeyRecord | null {
  const record = keyOf(message)
  return record && { ...record, answer: messageView(message), expiresAt }
}

function eventOf(message: Message): MessageEvent {
  const type = message.status === 'sent' ? 'message.sent' : 'message.failed'
  return messageEvent(type, message, { id: ids.next('evt'), at: after(1) })
}
