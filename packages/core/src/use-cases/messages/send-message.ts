import { usesSmartEncoding, type Account } from '../../model/accounts/account.js'
import { isAllowed } from '../../model/accounts/destinations.js'
import { refusalOf, type Refusal } from '../../model/consent/consent.js'
import { isInUse, keyNameOf, type IdempotencyKeyName, type IdempotencyKeyRecord } from '../../model/idempotency/key.js'
import { messageView, type MessageView } from '../../model/messages/message-view.js'
import type { Message } from '../../model/messages/message.js'
import { obstacleTo, type SendFacts, type SendObstacle, type SendRefusal } from '../../model/messages/send-obstacle.js'
import { isBodyAdmitted } from '../../model/templates/check-body.js'
import { needsRendering } from '../../model/templates/compiled-body.js'
import type { CarrierDirectory } from '../../ports/carriers.js'
import type { AcceptDecision, Acceptance } from '../../stores/single-send-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { DomainError } from '../../values/errors.js'
import { isPoolId } from '../../values/ids.js'
import { isPhoneNumber, parsePhoneNumber, type PhoneNumber } from '../../values/phone/phone-number.js'
import { withPoolNumber } from '../senders/with-pool-number.js'
import type { Attempted, Once } from '../idempotency/once.js'
import { withSuppression } from '../opt-outs/suppression.js'
import { templateNotFound } from '../templates/read-templates.js'
import { acceptanceOf, firstStateOf, newMessage, notTried, type Written } from './acceptance.js'
import {
  checkDestination,
  checkRequest,
  consentRefusal,
  contentRefusal,
  sendRefusal,
  type SendRequest,
} from './check-send.js'
import { isBlocked, type BlockedText } from '../templates/checked-renderer.js'
import { knownLineType, lookUpLine } from './landlines.js'
import { capRefusal, endReservation, reserveWithinCaps, type ReachedCap } from '../frequency/respect-caps.js'
import { renderBody } from './render-body.js'
import { textOfTemplate, type WithText } from './send-template.js'
import { freesKey } from './settlement.js'
import { submitAccepted, type SubmitDeps } from './submit-message.js'

export type SendMessageInput = SendRequest & {
  readonly idempotencyKey: string | null
  /** Whether the frequency caps of the account hold for the message. Default: they do not. */
  readonly respectCaps?: boolean | undefined
}

/** A send may lose its key or its credits to another send at the same moment, hardly ever more than once. */
const ACCEPT_TRIES_MAX = 10

export type SentMessage = { readonly message: MessageView; readonly replayed: boolean }

/**
 * One text to one person, never twice: accepted in one transaction, then submitted, then settled in another
 * transaction. If the process fails in between, the job that was stored with the message finishes it.
 */
export class SendMessage {
  /** Without a directory, only the look-ups of broadcasts and batches tell which numbers are landlines. */
  constructor(private readonly deps: SubmitDeps & { readonly once: Once; readonly directory?: CarrierDirectory }) {}

  async execute(input: SendMessageInput): Promise<SentMessage> {
    const name = keyNameOf(input.account.id, 'message', input.idempotencyKey)
    const { answer, replayed } = await this.deps.once.run(name, () => this.attempt(input, name))
    return { message: answer as MessageView, replayed }
  }

  private async attempt(input: SendMessageInput, name: IdempotencyKeyName | null): Promise<Attempted> {
    const accepted = await this.accept(input, name)
    if ('inUseBy' in accepted) return accepted
    if (accepted.needsLookUp === true) await this.lookUp(accepted.message)
    const message = await submitAccepted(this.deps, accepted.message)
    return { answer: messageView(message), takesKey: !freesKey(message) }
  }

  /**
   * Nearly always one call of the store. If the account refuses landlines, a message to one is accepted too, and fails
   * before its first attempt.
   */
  private async accept(given: SendMessageInput, name: IdempotencyKeyName | null): Promise<Accepted> {
    const requested = await this.withText(given)
    if (requested === null) return this.refuse(given, name)
    if (!isSendable(requested)) return this.refuse(requested, name)
    const rendered = await this.write(requested)
    if ('blockedBy' in rendered) return this.refuse(requested, name, { blocked: rendered })
    const input = isPoolId(requested.from) ? await withPoolNumber(this.deps, requested) : requested
    if ('unsendable' in input || 'unconsented' in input) return this.refuse(requested, name, input)
    const written = { ...rendered, message: { ...rendered.message, from: input.from } }
    const reached = await this.reserve(input, written.message)
    if (reached !== null) return this.refuse(input, name, { reached })
    const { needsLookUp, isCheckedFirst } = await this.lineOf(written.message, input.account)
    let acceptance = acceptanceOf(firstStateOf(written, input, { isCheckedFirst }), { name, ...input })
    for (let tries = 0; tries < ACCEPT_TRIES_MAX; tries++) {
      const decision = await this.decisionOn(acceptance)
      if (decision.isAccepted) return { message: acceptance.message, needsLookUp }
      const { facts } = decision
      const obstacle = obstacleTo(acceptance, facts)
      if (obstacle !== null && isRefusal(obstacle)) await this.endReservation(input, acceptance.message)
      if (obstacle === 'accepted-before') return { message: acceptance.message, needsLookUp }
      if (obstacle === 'key-in-use') return { inUseBy: facts.key! }
      if (obstacle === 'sender-has-rate') acceptance = notTried(acceptance)
      else if (obstacle !== null) return this.refuseFor(obstacle, { input, facts, name, now: acceptance.now })
    }
    throw new Error(`A send without an obstacle was not accepted in ${ACCEPT_TRIES_MAX} tries`)
  }

  /** The request with the text of its template. Null if the account does not have the template. */
  private async withText(input: SendMessageInput): Promise<SendWithText | null> {
    if (input.template === undefined) return { ...input, used: null }
    return this.deps.unitOfWork.run((stores) => textOfTemplate(stores, input))
  }

  private async decisionOn(acceptance: Acceptance): Promise<AcceptDecision> {
    const [decision] = await this.deps.unitOfWork.runOne(({ singleSends }) => singleSends.accept([acceptance]))
    return decision!
  }

  /** Whether the number must be looked up, and whether the message must wait for a check before its first attempt. */
  private async lineOf({ account, to, createdAt: now }: Message, { refuseLandlines }: Account) {
    if (!refuseLandlines) return { needsLookUp: false, isCheckedFirst: false }
    const number = { account, phone: to as PhoneNumber, now }
    const lineType = await this.deps.unitOfWork.run((stores) => knownLineType(stores, number))
    const needsLookUp = lineType === null && this.deps.directory !== undefined
    return { needsLookUp, isCheckedFirst: needsLookUp || lineType === 'landline' }
  }

  /** Before the first attempt, which fails if a landline was found. A process that dies here leaves a text to be sent. */
  private async lookUp({ account, to, createdAt: now }: Message): Promise<void> {
    await lookUpLine({ ...this.deps, directory: this.deps.directory! }, { account, phone: to as PhoneNumber, now })
  }

  /**
   * For a request that is invalid in itself, or whose text is not allowed once it is rendered: no message is created.
   */
  private refuse(
    input: SendMessageInput | SendWithText,
    name: IdempotencyKeyName | null,
    { blocked, reached, unsendable, unconsented }: FoundOutLater = {},
  ): Promise<Accepted> {
    const { to } = input
    return this.deps.unitOfWork.run((stores) =>
      this.repeatOf(stores, name, async () => {
        parsePhoneNumber(to)
        checkDestination(input)
        if (input.template !== undefined && !('used' in input)) throw templateNotFound(input.template)
        await checkRequest(stores, input)
        if (unsendable !== undefined) throw unsendable
        if (unconsented !== undefined) throw consentRefusal((await this.refusalOf(stores, input)) ?? unconsented, to)
        if (blocked !== undefined) throw contentRefusal(blocked)
        if (reached !== undefined) await this.refuseCapped(stores, input, reached)
      }),
    )
  }

  /** A recipient without consent is refused for that. */
  private async refuseCapped(stores: Stores, input: SendRequest, reached: ReachedCap): Promise<never> {
    const refusal = await this.refusalOf(stores, input)
    throw refusal === null ? capRefusal(input.to, reached) : consentRefusal(refusal, input.to)
  }

  private async refusalOf(stores: Stores, { account, to }: SendRequest): Promise<Refusal | null> {
    const consent = await stores.consents.find(account.id, parsePhoneNumber(to))
    return refusalOf(await withSuppression(stores, this.deps, consent))
  }

  /** Does nothing unless the request asks to respect caps. */
  private async reserve(input: Sendable, message: Message): Promise<ReachedCap | null> {
    if (input.respectCaps !== true) return null
    return reserveWithinCaps(this.deps.unitOfWork, message, { ...input, now: message.createdAt })
  }

  private async endReservation(input: Sendable, message: Message): Promise<void> {
    if (input.respectCaps !== true) return
    const send = { ...input, now: message.createdAt }
    await this.deps.unitOfWork.run((stores) => endReservation(stores, send, message.id))
  }

  /** Reads the data for the body's merge tags, if any, even for a repeat with a key, which is detected only later. */
  private async write(input: Sendable): Promise<Written | BlockedText> {
    const { account, to, body } = input
    const blank = { ...newMessage(input), id: this.deps.ids.next('msg'), createdAt: this.deps.clock.now() }
    const smartEncoding = usesSmartEncoding(input)
    if (!needsRendering(body, { smartEncoding })) return { message: { ...blank, body }, messageLinks: [] }
    const draft = { account, message: blank.id, to, body, smartEncoding, now: blank.createdAt }
    const rendered = await this.deps.unitOfWork.run((stores) => renderBody(stores, this.deps.secrets, draft))
    if (isBlocked(rendered)) return rendered
    return { message: { ...blank, body: rendered.text }, messageLinks: rendered.messageLinks }
  }

  /** Reading the facts may have waited for another send, which has now taken the key. */
  private refuseFor(refusal: SendRefusal, { input, facts, name, now }: Refused): Promise<Accepted> {
    return this.deps.unitOfWork.run((stores) =>
      this.repeatOf(stores, name, async () => {
        const consent = await withSuppression(stores, this.deps, facts.consent)
        const exact = refusal === 'not-opted-in' ? (refusalOf(consent) ?? refusal) : refusal
        throw sendRefusal(exact, input, facts, now)
      }),
    )
  }

  /** A repeat with a key gets the stored response before any check can refuse it. */
  private async repeatOf(
    { idempotencyKeys }: Stores,
    name: IdempotencyKeyName | null,
    refuse: () => unknown,
  ): Promise<Accepted> {
    const record = name && (await idempotencyKeys.find(name))
    if (isInUse(record, this.deps.clock.now())) return { inUseBy: record }
    await refuse()
    throw new Error('A send was refused without a reason')
  }
}

/** Why a text or a recipient is refused, which the request alone does not show. */
type FoundOutLater = {
  readonly blocked?: BlockedText
  readonly reached?: ReachedCap
  /** Why nothing could be sent from the pool. */
  readonly unsendable?: DomainError
  /** Why the recipient got no number of the pool. */
  readonly unconsented?: Refusal
}

/** Whether the send is not accepted in any further try. */
function isRefusal(obstacle: SendObstacle): boolean {
  return obstacle !== 'accepted-before' && obstacle !== 'sender-has-rate'
}

type SendWithText = WithText<SendMessageInput>

type Accepted =
  { readonly message: Message; readonly needsLookUp?: boolean } | { readonly inUseBy: IdempotencyKeyRecord }

type Sendable = SendWithText & { readonly to: PhoneNumber }

/** Checks only the request itself, without stored data. */
function isSendable(input: SendWithText): input is Sendable {
  const { account, to, body } = input
  const smart = { smartEncoding: usesSmartEncoding(input) }
  return isPhoneNumber(to) && isAllowed(account.destinations, to) && isBodyAdmitted(body, account.compliance, smart)
}

type Refused = {
  readonly input: SendWithText
  readonly facts: SendFacts
  readonly name: IdempotencyKeyName | null
  readonly now: Date
}
