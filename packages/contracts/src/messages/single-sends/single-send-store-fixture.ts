import {
  creditEntries,
  jobIdOf,
  messageView,
  messageEvent,
  obstacleTo,
  ReadStatistics,
  type AcceptDecision,
  type Acceptance,
  type MessageLink,
  type IdempotencyKeyRecord,
  type Message,
  type MessageEvent,
  type SendFacts,
  type SendObstacle,
  type Settlement,
  type SingleSendStore,
} from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../../fixtures/account-fixture.js'
import { NOW, aConsent, after, ids } from '../../fixtures/builders.js'
import { aJob, aLedgerEntry, aMessage, aSender, aMessageLink } from '../../fixtures/sending-builders.js'

const DAY = '2026-03-01'
export const KEY = 'order-1'
/** The balance after one SMS was accepted. */
export const RESERVED = { sms: 8, mms: 2, reserved: { sms: 2, mms: 0 } }
const WINDOW_SECONDS = 48 * 3_600

export type SingleSendStoreFixture = Awaited<ReturnType<typeof singleSendStoreFixture>>

/** In a transaction with other work, or gathered with other sends of the same moment. */
export type Way = 'run' | 'runOne'

/** A fixture that can send: a sender, Ann's consent, ten SMS credits and two MMS credits. */
export async function singleSendStoreFixture(open: OpenTestAdapters, way: Way = 'run') {
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
  const message = (given?: Partial<Message>) => aMessage({ account, ...given })
  const within = <T>(work: (singleSends: SingleSendStore) => Promise<T>) =>
    adapters.unitOfWork[way](({ singleSends }) => work(singleSends))
  const acceptAll = (acceptances: readonly Acceptance[]) => within((singleSends) => singleSends.accept(acceptances))
  const accept = async (message: Message, given?: Partial<Acceptance>) => {
    const [decision] = await acceptAll([acceptanceOf(message, given)])
    return decision!
  }
  const settleAll = (settlements: readonly Settlement[]) =>
    within((singleSends) => singleSends.settle(settlements, { leavesReceipts: way === 'runOne' }))
  const settle = async (settlement: Settlement) => (await settleAll([settlement]))[0]!
  const accepted = async (given?: Partial<Message>) => {
    const one = message(given)
    if (!(await accept(one)).isAccepted) throw new Error(`${one.id} is not accepted`)
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
    message,
    accept,
    acceptAll,
    settle,
    settleAll,
    accepted,
    /** The facts of a send that its quota prevents. */
    facts: (given?: Partial<Message>, others?: Partial<Acceptance>) =>
      fixture.run(({ singleSends }) => factsOf(singleSends, message(given), others)),
    acceptedOn: (day = DAY) => fixture.run(({ credits }) => credits.acceptedOn(account, day)),
    /** Claims the message's job; null when there is none. */
    job,
    find: ({ id }: Message) => fixture.run(({ messages }) => messages.find(account, id)),
    /** The clicks on the links in the message. */
    clicksOf: ({ id }: Message) => fixture.run(({ clicks }) => clicks.of(account, id)),
    key: (key = KEY) => fixture.run(({ idempotencyKeys }) => idempotencyKeys.find({ account, scope: 'message', key })),
    balance: () => fixture.run(({ credits }) => credits.balance(account)),
    statistics: async (of = fixture.account) => {
      const reader = new ReadStatistics({ unitOfWork: adapters.unitOfWork, clock: { now: () => NOW } })
      return (await reader.execute({ account: of, from: DAY, to: DAY })).totals
    },
  }
}

export async function factsOf(
  singleSends: SingleSendStore,
  message: Message,
  given?: Partial<Acceptance>,
): Promise<SendFacts> {
  const [decision] = await singleSends.accept([acceptanceOf(message, { ...given, dailyQuota: 0 })])
  if (decision!.isAccepted) throw new Error('A send was accepted with a quota of 0')
  return decision!.facts
}

/** What prevented the send; null if it was accepted. */
export function obstacleIn(decision: AcceptDecision, acceptance: Acceptance): SendObstacle | null {
  if (decision.isAccepted) return null
  const obstacle = obstacleTo(acceptance, decision.facts)
  if (obstacle === null) throw new Error(`${acceptance.message.id} was not accepted, but has no obstacle`)
  return obstacle
}

export function acceptanceOf(message: Message, given?: Partial<Acceptance>): Acceptance {
  return {
    message,
    job: aJob({ account: message.account, id: jobIdOf(message.id), payload: { message: message.id }, runAt: after(9) }),
    key: keyOf(message),
    entries: creditEntries('reserve', message, NOW),
    messageLinks: [],
    dailyQuota: null,
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
    counted: [
      { statistic: 'sent', detail: '', at: after(1), count: 1 },
      { statistic: 'spent', detail: 'sms', at: after(1), count: message.cost.sms },
    ],
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
