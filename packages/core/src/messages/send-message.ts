import type { Account } from '../accounts/account.js'
import { priceOf, covers, creditEntries } from '../credits/price.js'
import { DomainError, invalidInput } from '../errors.js'
import type { KeyName, KeyRecord } from '../idempotency/key.js'
import { isHeld } from '../idempotency/key.js'
import type { Attempted, Once } from '../idempotency/once.js'
import type { Acceptance, SendFacts } from '../ports/send-store.js'
import type { Stores } from '../ports/unit-of-work.js'
import { refusalOf } from '../consent/consent-gate.js'
import { isPhoneNumber, parsePhoneNumber, type PhoneNumber } from '../values/phone-number.js'
import { checkContent, isContentAdmitted } from './content-policy.js'
import { ATTEMPT_LEASE_MS, handOver, type HandOverDeps } from './hand-over.js'
import { messageAnswer, type MessageAnswer } from './message-answer.js'
import type { Message } from './message.js'
import { finishMessageJob, freesKey } from './settlement.js'

export type SendMessageInput = {
  readonly account: Account
  /** Not yet looked at: a repeat under a key is answered whatever it says. */
  readonly to: string
  readonly from: string
  /** `""` for an MMS without text. */
  readonly body: string
  readonly mediaUrl: string | null
  readonly idempotencyKey: string | null
}

export type SentMessage = { readonly message: MessageAnswer; readonly replayed: boolean }

/**
 * One text to one person, exactly once: accepted in one transaction, handed over between two, settled in another.
 * Whatever happens in between, the job that came with it brings it to its end.
 */
export class SendMessage {
  constructor(private readonly deps: HandOverDeps & { readonly once: Once }) {}

  async execute(input: SendMessageInput): Promise<SentMessage> {
    const name = keyNameOf(input)
    const { answer, replayed } = await this.deps.once.run(name, () => this.attempt(input, name))
    return { message: answer as MessageAnswer, replayed }
  }

  private async attempt(input: SendMessageInput, name: KeyName | null): Promise<Attempted> {
    const accepted = await this.accept(input, name)
    if ('heldBy' in accepted) return accepted
    const message = await handOver(this.deps, accepted.message, accepted.message.createdAt)
    return { answer: messageAnswer(message), takesKey: !freesKey(message) }
  }

  /** Nearly all sends are accepted at once. The others are asked after, and hear exactly what speaks against them. */
  private async accept(input: SendMessageInput, name: KeyName | null): Promise<Accepted> {
    const now = this.deps.clock.now()
    const id = this.deps.ids.next('msg')
    const message: Message = { ...newMessage(input), id, createdAt: now }
    const acceptance = acceptanceOf(message, name, now)
    if (isSendable(input) && (await this.acceptAtOnce(acceptance, input.account))) return { message }
    return this.deps.unitOfWork.run(async (stores) => {
      if (!isPhoneNumber(input.to)) return this.repeatOf(stores, name, () => parsePhoneNumber(input.to))
      const { to, from, idempotencyKey: key, account } = input
      const facts = await stores.sends.facts({ account: account.id, message: id, to, from, key, day: acceptance.day })
      if (facts.isAccepted) return { message }
      if (isHeld(facts.key, now)) return { heldBy: facts.key }
      try {
        checkSend(input, facts, now)
      } catch (refusal) {
        // The facts may have waited for a send that has taken the key since they began.
        return this.repeatOf(stores, name, () => {
          throw refusal
        })
      }
      const heldBy = await stores.sends.accept(acceptance)
      return heldBy === null ? { message } : { heldBy }
    })
  }

  private acceptAtOnce(acceptance: Acceptance, { dailyMessageQuota: dailyQuota }: Account): Promise<boolean> {
    return this.deps.unitOfWork.runOne(({ sends }) => sends.acceptAtOnce(acceptance, { dailyQuota }))
  }

  /** A key is answered before anything is refused. */
  private async repeatOf({ keys }: Stores, name: KeyName | null, refuse: () => unknown): Promise<Accepted> {
    const record = name && (await keys.find(name))
    if (isHeld(record, this.deps.clock.now())) return { heldBy: record }
    refuse()
    throw new Error('A send that is refused was not')
  }
}

type Accepted = { readonly message: Message } | { readonly heldBy: KeyRecord }

/** As far as what is sent can tell. */
function isSendable({ to, body, account }: SendMessageInput): boolean {
  return isPhoneNumber(to) && isContentAdmitted(body, account.compliance)
}

function acceptanceOf(message: Message, name: KeyName | null, now: Date): Acceptance {
  return {
    message,
    job: finishMessageJob(message, new Date(now.getTime() + ATTEMPT_LEASE_MS)),
    key: name && { ...name, target: message.id, answer: null, expiresAt: null },
    entries: creditEntries('reserve', message, now),
    day: dayOf(now),
    now,
  }
}

function keyNameOf({ account, idempotencyKey: key }: SendMessageInput): KeyName | null {
  return key === null ? null : { account: account.id, scope: 'message', key }
}

function newMessage(input: SendMessageInput): Omit<Message, 'id' | 'createdAt'> {
  const { account, to, from, body, mediaUrl, idempotencyKey } = input
  return {
    account: account.id,
    direction: 'outbound',
    purpose: 'message',
    to: to as PhoneNumber,
    from,
    body,
    mediaUrl,
    status: 'queued',
    failure: null,
    sentAt: null,
    deliveredAt: null,
    cost: priceOf({ mediaUrl }),
    phase: 'submitting',
    attempt: 1,
    idempotencyKey,
    providerId: null,
  }
}

/** Everything that can refuse a send, in the order in which clients are told. */
function checkSend({ account, to, from, body, mediaUrl }: SendMessageInput, facts: SendFacts, now: Date): void {
  const { sender, consent, balance, acceptedThatDay } = facts
  if (sender === null) throw new DomainError('sender-not-assigned', `${from} is not a number of this account`)
  if (sender.status !== 'active') throw new DomainError('sender-not-active', `${from} is not active`)
  if (mediaUrl !== null && !sender.mms) throw invalidInput('from', `cannot send MMS: ${from} is for SMS only`)
  checkContent(body, account.compliance)
  const refusal = refusalOf(consent)
  if (refusal === 'hard-opted-out') {
    throw new DomainError('recipient-opted-out', `${to} has opted out, and only its owner can take that back`)
  }
  if (refusal === 'not-opted-in') {
    throw new DomainError('recipient-not-opted-in', `${to} has not opted in to any group of this account`)
  }
  const quota = account.dailyMessageQuota
  if (quota !== null && acceptedThatDay >= quota) {
    const message = `The daily quota of ${quota} messages is reached; the day ends at 00:00 UTC`
    const retryAfterSeconds = secondsToNextDay(now)
    throw new DomainError('quota-reached', message, { quota, used: acceptedThatDay, retryAfterSeconds })
  }
  const required = priceOf({ mediaUrl })
  if (!covers(balance, required)) throw insufficientCredits(required, balance)
}

export function insufficientCredits(
  required: { sms: number; mms: number },
  { sms, mms }: { sms: number; mms: number },
): DomainError {
  return new DomainError(
    'insufficient-credits',
    `This needs ${creditsText(required)}, and ${creditsText({ sms, mms })} are available`,
    { required, available: { sms, mms } },
  )
}

function creditsText({ sms, mms }: { sms: number; mms: number }): string {
  return mms === 0 ? `${sms} SMS credits` : `${sms} SMS and ${mms} MMS credits`
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

function secondsToNextDay(instant: Date): number {
  return DAY_SECONDS - Math.floor((instant.getTime() / 1_000) % DAY_SECONDS)
}

const DAY_SECONDS = 86_400
