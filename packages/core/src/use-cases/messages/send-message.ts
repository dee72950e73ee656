import type { Account } from '../../model/accounts/account.js'
import { creditEntries } from '../../model/credits/credit-entries.js'
import { priceOf } from '../../model/credits/price.js'
import { isHeld, keyNameOf, type KeyName, type KeyRecord } from '../../model/idempotency/key.js'
import { messageAnswer, type MessageAnswer } from '../../model/messages/message-view.js'
import { startOf, type Message } from '../../model/messages/message.js'
import { isBodyAdmitted } from '../../model/templates/check-body.js'
import { mayHaveTags } from '../../model/templates/merge-tag.js'
import type { Acceptance } from '../../stores/single-send-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { isPhoneNumber, parsePhoneNumber, type PhoneNumber } from '../../values/phone/phone-number.js'
import { later } from '../../values/time/instant.js'
import { utcDayOf } from '../../values/time/wall-clock.js'
import type { Attempted, Once } from '../idempotency/once.js'
import { withSuppression } from '../opt-outs/suppression.js'
import { ATTEMPT_LEASE_MS } from './begin-attempt.js'
import { checkRequest, checkSend, type SendRequest } from './check-send.js'
import { renderBody } from './render-body.js'
import { finishMessageJob, freesKey } from './settlement.js'
import { handOverAccepted, type HandOverDeps } from './submit-message.js'

export type SendMessageInput = SendRequest & { readonly idempotencyKey: string | null }

export type SentMessage = { readonly message: MessageAnswer; readonly replayed: boolean }

/**
 * One text to one person, exactly once: accepted in one transaction, handed over between two, settled in another.
 * Whatever happens in between, the job that came with it brings it to its end.
 */
export class SendMessage {
  constructor(private readonly deps: HandOverDeps & { readonly once: Once }) {}

  async execute(input: SendMessageInput): Promise<SentMessage> {
    const name = keyNameOf(input.account.id, 'message', input.idempotencyKey)
    const { answer, replayed } = await this.deps.once.run(name, () => this.attempt(input, name))
    return { message: answer as MessageAnswer, replayed }
  }

  private async attempt(input: SendMessageInput, name: KeyName | null): Promise<Attempted> {
    const accepted = await this.accept(input, name)
    if ('heldBy' in accepted) return accepted
    const message = await handOverAccepted(this.deps, accepted.message)
    return { answer: messageAnswer(message), takesKey: !freesKey(message) }
  }

  /** Nearly all sends are accepted at once. The others are asked after, and hear exactly what speaks against them. */
  private async accept(input: SendMessageInput, name: KeyName | null): Promise<Accepted> {
    if (!isSendable(input)) return this.refuse(input, name)
    const acceptance = acceptanceOf(await this.write(input), name)
    if (await this.acceptAtOnce(acceptance, input.account)) return acceptance
    const { day, now } = acceptance
    return this.deps.unitOfWork.run(async (stores) => {
      const { account, id, idempotencyKey: key, from } = acceptance.message
      const facts = await stores.sends.facts({ account, message: id, to: input.to, from, key, day })
      const message = { ...acceptance.message, ...(facts.sender && startOf(facts.sender)) }
      if (facts.isAccepted) return { message }
      if (isHeld(facts.key, now)) return { heldBy: facts.key }
      const consent = await withSuppression(stores, this.deps, facts.consent)
      try {
        checkSend(input, { ...facts, consent }, now)
      } catch (refusal) {
        // The facts may have waited for a send that has taken the key since they began.
        return this.repeatOf(stores, name, () => {
          throw refusal
        })
      }
      const heldBy = await stores.sends.accept({ ...acceptance, message })
      return heldBy === null ? { message } : { heldBy }
    })
  }

  /** For a request that is wrong in itself: nothing is made of it. */
  private refuse(input: SendMessageInput, name: KeyName | null): Promise<Accepted> {
    const { account, to, from } = input
    return this.deps.unitOfWork.run((stores) =>
      this.repeatOf(stores, name, async () => {
        parsePhoneNumber(to)
        checkRequest(await stores.senders.find(account.id, from), input)
      }),
    )
  }

  /** Reads what its merge tags ask for, if it has any; also for a repeat under a key, which is told only later. */
  private async write(input: Sendable): Promise<Written> {
    const { account, to, body } = input
    const blank = { ...newMessage(input), id: this.deps.ids.next('msg'), createdAt: this.deps.clock.now() }
    if (!mayHaveTags(body)) return { message: { ...blank, body }, annotations: [] }
    const draft = { account, message: blank.id, to, body, now: blank.createdAt }
    const { text, annotations } = await this.deps.unitOfWork.run((stores) =>
      renderBody(stores, this.deps.secrets, draft),
    )
    return { message: { ...blank, body: text }, annotations }
  }

  private acceptAtOnce(acceptance: Acceptance, { dailyMessageQuota: dailyQuota }: Account): Promise<boolean> {
    return this.deps.unitOfWork.runOne(({ sends }) => sends.acceptAtOnce(acceptance, { dailyQuota }))
  }

  /** A key is answered before anything is refused. */
  private async repeatOf({ keys }: Stores, name: KeyName | null, refuse: () => unknown): Promise<Accepted> {
    const record = name && (await keys.find(name))
    if (isHeld(record, this.deps.clock.now())) return { heldBy: record }
    await refuse()
    throw new Error('A send that is refused was not')
  }
}

type Accepted = { readonly message: Message } | { readonly heldBy: KeyRecord }

type Sendable = SendMessageInput & { readonly to: PhoneNumber }

/** As far as what is sent can tell. */
function isSendable(input: SendMessageInput): input is Sendable {
  return isPhoneNumber(input.to) && isBodyAdmitted(input.body, input.account.compliance)
}

type Written = Pick<Acceptance, 'message' | 'annotations'>

function acceptanceOf({ message, annotations }: Written, name: KeyName | null): Acceptance {
  const now = message.createdAt
  return {
    message,
    job: finishMessageJob(message, later(now, ATTEMPT_LEASE_MS)),
    key: name && { ...name, target: message.id, answer: null, expiresAt: null },
    entries: creditEntries('reserve', message, now),
    annotations,
    day: utcDayOf(now),
    now,
  }
}

function newMessage(input: Sendable): Omit<Message, 'id' | 'body' | 'createdAt'> {
  const { account, to, from, mediaUrl, idempotencyKey } = input
  return {
    account: account.id,
    direction: 'outbound',
    purpose: 'message',
    broadcast: null,
    to,
    from,
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
