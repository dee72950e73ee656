import type { Account } from '../../model/accounts/account.js'
import { covers, SMS_PRICE } from '../../model/credits/price.js'
import { helpCounters } from '../../model/limits/stranger-limits.js'
import type { UsageCounter } from '../../model/limits/usage-counter.js'
import type { Message } from '../../model/messages/message.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { textFrom } from '../consent/opt-in-text.js'
import { strangerTextLimit, takeStrangerText, type TextLimit } from '../limits/stranger-text.js'
import { addServiceText, addUnpaidText } from '../messages/service-text.js'
import type { KeywordText } from './keyword-text.js'

export type AnsweredText = KeywordText & {
  readonly sender: Sender
  /** Whether the carrier has answered already. */
  readonly isAnswered: boolean
  /** Whether a worker submits the answer. */
  readonly leavesReply: boolean
}

export type Answer = {
  /** The text that is to be submitted after the commit. */
  readonly message: Message | null
  /** Whether a text was sent in reply, or why not; null if the text needs no reply. */
  readonly reply: 'sent' | 'insufficient-credits' | TextLimit | null
}

export const NO_ANSWER: Answer = { message: null, reply: null }

type AnswerDeps = { readonly ids: Ids; readonly secrets: Secrets }

export function answerStop(stores: Stores, deps: AnswerDeps, text: AnsweredText): Promise<Answer> {
  const body = `${text.account.name}: You have opted out and will get no more messages from us.`
  return answer(stores, deps, text, { body, counters: [], isFree: true })
}

export function answerHelp(stores: Stores, deps: AnswerDeps, text: AnsweredText): Promise<Answer> {
  const { account, phone } = text
  const counters = helpCounters(deps.secrets.pseudonymOf(account.id, phone))
  return answer(stores, deps, text, { body: helpOf(account), counters, isFree: !account.serviceTexts.chargeReplies })
}

function helpOf({ name, compliance }: Account): string {
  return compliance.helpText || `${name}: Reply STOP to get no more messages from us. Msg & data rates may apply.`
}

type Wording = { readonly body: string; readonly counters: readonly UsageCounter[]; readonly isFree: boolean }

/** A limit withholds only the text, never a change of consent. */
async function answer(
  stores: Stores,
  deps: AnswerDeps,
  text: AnsweredText,
  { body, counters, isFree }: Wording,
): Promise<Answer> {
  if (text.isAnswered) return NO_ANSWER
  const { account, now } = text
  const from = { ...textFrom(text.sender, deps.ids, text), purpose: 'answer', body } as const
  const isPaid = isFree || covers(await stores.credits.balance(account.id), SMS_PRICE)
  if (!isPaid) {
    // Only the counters of the number count a text that is not sent, so that they bound the failed texts.
    const reached =
      (await strangerTextLimit(stores, { ...text, counters })) ??
      (await stores.usages.take(account.id, counters, now))?.name
    if (reached !== undefined) return { message: null, reply: reached }
    await addUnpaidText(stores, from)
    return { message: null, reply: 'insufficient-credits' }
  }
  const limit = await takeStrangerText(stores, { ...text, counters })
  if (limit !== null) return { message: null, reply: limit }
  const message = await addServiceText(stores, { ...from, isFree, isLeftToWorker: text.leavesReply })
  return message.status === 'failed' ? { message: null, reply: 'insufficient-credits' } : { message, reply: 'sent' }
}
