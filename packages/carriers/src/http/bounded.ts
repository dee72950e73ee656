import { createHash } from 'node:crypto'
import type {
  CarrierAnswer,
  CarrierConnection,
  CarrierFailure,
  CarrierNews,
  CarrierWebhooks,
  NeverSeen,
  SubmissionOutcome,
} from '@carillon/core'

const ID = /^[^\p{Cc}\p{Cs}]{1,255}$/u
const CODE_LENGTH_MAX = 60

/** A connection whose ids and codes are short and can be stored, whatever the carrier says. */
export function bounded<C extends Pick<CarrierConnection, 'provider' | 'webhooks'>>(connection: C): C {
  const { provider, webhooks } = connection
  return {
    ...connection,
    provider: {
      ...provider,
      submit: async (messages, options) => (await provider.submit(messages, options)).map(boundedOutcome),
      find: async (references, options) => (await provider.find(references, options)).map(boundedOutcome),
    },
    webhooks: webhooks && boundedWebhooks(webhooks),
  }
}

/** Nobody could find a message again by another id than the carrier's. */
function boundedOutcome<O extends SubmissionOutcome | NeverSeen>(outcome: O): O | SubmissionOutcome {
  if (outcome.kind === 'accepted' && !isId(outcome.providerId)) return { kind: 'unknown', because: 'server-error' }
  if (outcome.kind !== 'refused' || outcome.carrierCode == null) return outcome
  return { ...outcome, carrierCode: boundedCode(outcome.carrierCode) }
}

function boundedWebhooks({ receipts, inbound }: CarrierWebhooks): CarrierWebhooks {
  const bound = (answer: CarrierAnswer): CarrierAnswer =>
    answer.kind === 'news' ? { ...answer, news: answer.news.flatMap(boundedNews) } : answer
  return { receipts: (request) => bound(receipts(request)), inbound: (request) => bound(inbound(request)) }
}

/** A receipt that names no message is no news. Of a text, any id will do that is the same if the text comes again. */
function boundedNews(news: CarrierNews): readonly CarrierNews[] {
  const { providerId } = news
  if (news.kind === 'inbound')
    return [isId(news.providerId) ? news : { ...news, providerId: digestOf(news.providerId) }]
  const isKnown = providerId !== null && isId(providerId)
  if (!isKnown && news.reference === null) return []
  return [{ ...news, providerId: isKnown ? providerId : null, failure: news.failure && boundedFailure(news.failure) }]
}

function boundedFailure(failure: CarrierFailure): CarrierFailure {
  const { carrierCode } = failure
  return { ...failure, carrierCode: carrierCode === null ? null : boundedCode(carrierCode) }
}

function boundedCode(code: string): string | null {
  const line = code.replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return [...line].slice(0, CODE_LENGTH_MAX).join('') || null
}

function isId(id: string): boolean {
  return ID.test(id)
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
