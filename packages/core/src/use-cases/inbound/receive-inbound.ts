import type { Account } from '../../model/accounts/account.js'
import type { Keyword } from '../../model/consent/keyword.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { Gatherer } from '../../values/gatherer.js'
import type { MessageId } from '../../values/ids.js'
import type { TextLimit } from '../limits/stranger-text.js'
import { submitAccepted, type SubmitDeps } from '../messages/submit-message.js'
import { keepTextedNumber } from '../senders/keep-texted-number.js'
import { answerHelp, answerStop, NO_ANSWER, type Answer, type AnsweredText } from './answer.js'
import { confirm } from './confirm.js'
import { receivedOf, type InboundText, type Received } from './received-text.js'
import { LimitJustReached, recordUnpaidStart, start, type Started } from './start.js'
import { stop } from './stop.js'
import { storeTexts, type NewText } from './store-texts.js'

type ReceiveOptions = {
  /**
   * Whether a worker submits the reply. Otherwise the call waits for the submission, and if the process is killed
   * meanwhile, a provider that can neither deduplicate nor be queried may never send the reply.
   */
  readonly leavesReply?: boolean
}

/** So that a batch locks its consents only for a short time. */
const GATHERED_MAX = 50

/**
 * Everything that a text from a phone causes, in one transaction: the message itself, the changes that its keyword
 * makes, and the answer, which is submitted after the commit. Texts that come at the same time to one number share a
 * transaction.
 */
export class ReceiveInbound {
  /**
   * Ordinary texts to one number are handled together, and so are its STOPs, which may wait for locks that ordinary
   * texts do not need.
   */
  readonly #together = new Gatherer<Received, Handled>({
    max: GATHERED_MAX,
    placementOf: ({ text, keyword }) => `${text.to} ${keyword}`,
    work: (received) => this.receive(received),
  })
  /** Other keywords to one number are handled one after the other, so that many at once leave connections to others. */
  readonly #alone = new Gatherer<Received, Handled>({
    max: 1,
    placementOf: ({ text }) => text.to,
    work: (received) => this.receive(received),
  })

  constructor(private readonly deps: SubmitDeps) {}

  async execute(input: InboundText, { leavesReply = false }: ReceiveOptions = {}): Promise<HandledInbound> {
    const { ids, clock } = this.deps
    const received = receivedOf(input, { leavesReply, ids, now: clock.now() })
    const isGathered = received.keyword === null || received.keyword === 'stop'
    const { message, ...handled } = await (isGathered ? this.#together : this.#alone).add(received)
    if (message !== null && !leavesReply) await submitAccepted(this.deps, message)
    return handled
  }

  /** A START that cannot be confirmed is rolled back, and handled again to store its text without its effects. */
  private async receive(received: readonly Received[]): Promise<readonly Handled[]> {
    try {
      return await this.deps.unitOfWork.run((stores) => this.handle(stores, received, null))
    } catch (error) {
      const refusal = startRefusalOf(error)
      if (refusal === null) throw error
      return this.deps.unitOfWork.run((stores) => this.handle(stores, received, refusal))
    }
  }

  private async handle(
    stores: Stores,
    received: readonly Received[],
    refusal: StartRefusal | null,
  ): Promise<readonly Handled[]> {
    const sender = await stores.senders.owner(received[0]!.text.to)
    const account = sender && (await stores.accounts.find(sender.account))
    if (sender === null || account === null) return received.map(() => ({ ...NOTHING_SENT, isHandled: false }))
    const texts = await storeTexts(stores, account, received)
    await keepTextedNumber(stores, { account, sender, phones: texts.map(({ phone }) => phone) })
    const handled = await this.follow(stores, { account, sender, texts, refusal })
    return received.map(({ id }) => handled.get(id) ?? NOTHING_SENT)
  }

  /** Does what the keywords mean, and returns what it did by the id of the text. */
  private async follow(stores: Stores, { texts, refusal, ...to }: Followed): Promise<ReadonlyMap<MessageId, Handled>> {
    const { deps } = this
    const handled = new Map<MessageId, Handled>()
    const all = texts.map((text) => ({ ...text, ...to, body: text.text.body }))
    const stops = all.filter(({ keyword }) => keyword === 'stop')
    const answered = new Set(await stop(stores, deps, stops))
    // One after the other, because each answer must see what the others have used of the limits.
    for (const text of all) {
      const { id, keyword } = text
      if (keyword === null) continue
      const answer = await this.answer(stores, text, { keyword, isFirstStop: answered.has(text), refusal })
      handled.set(id, { ...NOTHING_SENT, keyword, ...answer })
    }
    return handled
  }

  private async answer(
    stores: Stores,
    text: AnsweredText,
    { keyword, isFirstStop, refusal }: AnswerOptions,
  ): Promise<Answer> {
    const { deps } = this
    switch (keyword) {
      case 'stop':
        return isFirstStop ? answerStop(stores, deps, text) : NO_ANSWER
      case 'help':
        return answerHelp(stores, deps, text)
      case 'yes':
        await confirm(stores, deps, text)
        return NO_ANSWER
      case 'start':
        if (refusal === 'insufficient-credits') await recordUnpaidStart(stores, deps, text)
        if (refusal !== null) return { message: null, reply: refusal }
        return startedAnswer(await start(stores, deps, text))
    }
  }
}

/** What a text from a phone has caused. */
export type HandledInbound = Pick<Answer, 'reply'> & {
  /** False for a text to a number that no account has. */
  readonly isHandled: boolean
  readonly keyword: Keyword | null
}

type Handled = HandledInbound & Answer

type Followed = {
  readonly account: Account
  readonly sender: Sender
  readonly texts: readonly NewText[]
  readonly refusal: StartRefusal | null
}

type AnswerOptions = {
  readonly keyword: Keyword
  /** Whether the text is the STOP because of which the number opted out. */
  readonly isFirstStop: boolean
  readonly refusal: StartRefusal | null
}

const NOTHING_SENT = { ...NO_ANSWER, isHandled: true, keyword: null } as const

type StartRefusal = 'insufficient-credits' | TextLimit

/** Why the confirmation of a START could not be sent; null for any other error. */
function startRefusalOf(error: unknown): StartRefusal | null {
  if (error instanceof LimitJustReached) return error.limit
  return error instanceof DomainError && error.code === 'insufficient-credits' ? error.code : null
}

function startedAnswer(started: Started): Answer {
  if (started === null) return NO_ANSWER
  return 'limit' in started ? { message: null, reply: started.limit } : { message: started, reply: 'sent' }
}
